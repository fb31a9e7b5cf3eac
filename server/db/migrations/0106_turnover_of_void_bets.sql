-- Bets that become void after the requirement they were staked for was met and a new one began (15-turnover.sql).
ALTER TABLE wallet.accounts
  -- The deposit that began the present requirement.
  ADD COLUMN turnover_since bigint,
  -- Of the requirement before it: its total, and what was staked beyond it.
  ADD COLUMN turnover_met bigint NOT NULL DEFAULT 0,
  ADD COLUMN turnover_surplus bigint NOT NULL DEFAULT 0,
  -- What of the stakes of that time became void since then.
  ADD COLUMN turnover_voided bigint NOT NULL DEFAULT 0;
