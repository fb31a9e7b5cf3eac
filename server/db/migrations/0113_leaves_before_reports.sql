-- Leaves and levels are stored in parts before their report, which makes them readable.
ALTER TABLE liabilities.leaves DROP CONSTRAINT leaves_report_fkey;
ALTER TABLE liabilities.levels DROP CONSTRAINT levels_report_fkey;
