-- Won minus staked in the rounds of a wallet. While a round is being shown, a page subtracts it to tell deposits from results.
-- Only differences count, so that rounds before this migration need not be added.
ALTER TABLE wallet.accounts ADD COLUMN rounds_net bigint NOT NULL DEFAULT 0;
