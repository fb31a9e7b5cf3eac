-- The version of the maths that decides a shared round: it ends by the rules under which it began, after a replacement too.
ALTER TABLE shared.rounds ADD COLUMN maths_version text NOT NULL DEFAULT '1.0.0';
ALTER TABLE shared.rounds ALTER COLUMN maths_version DROP DEFAULT;
