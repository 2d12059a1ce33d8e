-- How much a person has imported is asked at every import.
CREATE INDEX records_of ON records (owner);
