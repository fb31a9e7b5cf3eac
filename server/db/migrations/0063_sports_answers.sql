-- Text can be compared, and a repeated request still gets the very same bytes.
ALTER TABLE sports.requests ALTER COLUMN answer TYPE text;
