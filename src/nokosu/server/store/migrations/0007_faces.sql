-- The face that a person chose.
ALTER TABLE people ADD COLUMN face TEXT;
