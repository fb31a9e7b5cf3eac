-- Games of outside studios, as their catalogues described them last. A game that is missing from its catalogue is kept,
-- because rounds, favourites and bonuses name it; it is not offered.
CREATE SCHEMA studios;

CREATE TABLE studios.games (
  -- The game's id in this product.
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  -- Whose catalogue it is in, and its id there.
  supplier text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  -- Who made it: an aggregator has games of many studios.
  studio_id text NOT NULL CHECK (studio_id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  studio text NOT NULL,
  -- In the supplier's words, and as a kind of this product.
  category text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('slot', 'dice', 'original', 'table')),
  platforms text[] NOT NULL,
  thumbnail text,
  -- By the supplier.
  is_enabled boolean NOT NULL,
  blocked_countries text[] NOT NULL,
  currencies text[] NOT NULL,
  languages text[] NOT NULL,
  has_free_rounds boolean NOT NULL,
  has_demo boolean NOT NULL,
  -- Percent; null where the supplier does not state it. Such a game is not offered.
  rtp numeric(6, 3) CHECK (rtp > 0 AND rtp < 100),
  volatility text CHECK (volatility IN ('low', 'medium', 'high', 'extreme')),
  -- A multiple of the stake.
  max_win integer CHECK (max_win > 0),
  -- [{ currency, min, max }], in subunits.
  stakes jsonb NOT NULL,
  released_on date,
  retired_on date,
  -- In order of the catalogue.
  position integer NOT NULL,
  added_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Since when it has been missing from its catalogue.
  missing_since timestamptz,
  UNIQUE (supplier, code)
);

-- The last reading of each catalogue, and when the next is due.
CREATE TABLE studios.catalogues (
  supplier text PRIMARY KEY,
  read_at timestamptz,
  attempted_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  -- Why the last attempt failed.
  failure text
);
