-- One mailbox has many spellings: `Ann.Lee+games@googlemail.com` is delivered to `annlee@gmail.com`. Exclusions, blocks,
-- closed accounts and first bonuses compare the mailbox; mail is sent to the address as it was typed. What follows a `+`
-- is a tag of the mailbox before it; dots count, except at Gmail.
CREATE FUNCTION identity.mailbox(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog AS $$
  SELECT CASE WHEN bare = '' THEN lower(btrim(address))
    WHEN host = 'gmail.com' THEN coalesce(nullif(replace(bare, '.', ''), ''), bare) || '@gmail.com'
    ELSE bare || '@' || host END
  FROM (SELECT regexp_replace(lower(btrim(address)), '@[^@]*$', '') AS name,
    substring(lower(btrim(address)) FROM '@([^@]*)$') AS domain) AS parts
  CROSS JOIN LATERAL (SELECT split_part(name, '+', 1) AS bare,
    CASE WHEN domain = 'googlemail.com' THEN 'gmail.com'
      WHEN domain IN ('protonmail.com', 'protonmail.ch', 'pm.me') THEN 'proton.me'
      WHEN domain IN ('me.com', 'mac.com') THEN 'icloud.com'
      ELSE coalesce(domain, '') END AS host) AS each
$$;
CREATE INDEX players_mailbox ON identity.players (identity.mailbox(email)) WHERE email IS NOT NULL;
