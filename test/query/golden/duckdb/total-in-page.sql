-- of the matches
-- no statement

-- by an index
-- no statement
