-- Since when an account that another person had prepared is that of the owner of its address: destinations of earlier
-- withdrawals are not the owner's.
ALTER TABLE identity.players ADD COLUMN owned_since timestamptz;
