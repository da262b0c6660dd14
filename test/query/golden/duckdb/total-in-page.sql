-- by a window
-- no statement

-- by an index
-- no statement
