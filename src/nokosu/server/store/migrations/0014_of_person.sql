-- Every visit asks how many codes a person has left, and every turn where they want to hear of it.
CREATE INDEX recovery_codes_of ON recovery_codes (person);
CREATE INDEX push_subscriptions_of ON push_subscriptions (person);
