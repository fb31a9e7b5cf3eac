-- Names of the numbers that tables and movements use, as in `contract/`. Each is immutable and without arguments, so a
-- plan contains the number itself.

-- Accounts of a movement's own wallet in its transfers; house accounts have ids above them.
CREATE FUNCTION ledger.own_cash() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
CREATE FUNCTION ledger.own_bonus() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2';
CREATE FUNCTION ledger.own_held() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 3';
CREATE FUNCTION ledger.own_vault() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 4';

-- Status of identity.players.
CREATE FUNCTION identity.active() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
CREATE FUNCTION identity.limited() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2';

-- Status of wallet.accounts.
CREATE FUNCTION wallet.inactive() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2';
CREATE FUNCTION wallet.hidden() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 3';

-- Status and result of bonuses.player_freespins.
CREATE FUNCTION bonuses.active() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2';
CREATE FUNCTION bonuses.finished() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 3';
CREATE FUNCTION bonuses.running() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
CREATE FUNCTION bonuses.played() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2';

-- Definition of limits.limits.
CREATE FUNCTION limits.bet() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
CREATE FUNCTION limits.loss() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2';
CREATE FUNCTION limits.play_time() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 6';
CREATE FUNCTION limits.stake() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 7';
