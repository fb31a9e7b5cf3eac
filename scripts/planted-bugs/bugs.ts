/** Plausible mistakes, each with the test that must catch it. They are the negative control of the money tests. */
import { join } from 'node:path'

export type Edit = { file: string; from: string; to: string }
export type PlantedBug = { name: string; edits: Edit[]; tests: string[] }

const post = 'server/kernel/db/functions/20-ledger-post.sql'
const roundRules = 'server/kernel/db/functions/10-round-rules.sql'
const gates = 'server/kernel/db/functions/11-bet-gates.sql'
const spins = 'server/kernel/db/functions/12-free-spins.sql'
const steps = 'server/kernel/db/functions/16-ledger-steps.sql'
const write = 'server/kernel/db/functions/21-ledger-write.sql'
const tables = 'server/kernel/db/schema/02-ledger.sql'
const wallets = 'server/kernel/db/schema/06-wallet.sql'
const payments = 'server/cashier'
const bonuses = 'server/bonuses'
const limits = 'server/protection'
const reference = 'server/reference'
const ledger = ['server/ledger/ledger.test.ts', 'server/ledger/rounds.test.ts', 'server/ledger/guard.test.ts']
const races = ['tests/money/races.test.ts']
const single = ['tests/money/rules.test.ts']
const model = ['tests/money/model.test.ts']
const bonus = [join(bonuses, 'bonuses.test.ts')]
const withdrawal = [join(payments, 'payouts/withdrawal.test.ts'), join(payments, 'payouts/send-payouts.test.ts')]
const review = [join(payments, 'payouts/review.test.ts')]
const callback = [join(payments, 'webhooks/webhook.test.ts')]
const deposit = [join(payments, 'deposits/deposit.test.ts')]
const limit = [join(limits, 'limits.test.ts')]
const studio = ['server/play/games/seamless-wallet.test.ts']
const switchedOff = [join(reference, 'switched-off.test.ts')]
const gateTests = ['server/play/games/bet-gates.test.ts']

const flaggedOut = [join(payments, 'payouts/flagged-withdrawals.test.ts')]
const flaggedIn = [join(payments, 'deposits/flagged-deposits.test.ts')]
const idle = ['server/identity/sessions/idleness.test.ts', join(payments, 'idle-session.test.ts')]
const ether = ['tests/chain/deposits.test.ts']
const bitcoin = ['tests/chain/bitcoin-deposits.test.ts', 'server/chain/bitcoin/block.test.ts']

const bug = (name: string, tests: string[], file: string, from: string, to = ''): PlantedBug => ({
  name,
  tests,
  edits: [{ file, from, to }],
})

export const plantedBugs: PlantedBug[] = [
  bug(
    'an idempotency key is accepted for another request',
    ledger,
    post,
    'IF item.prior_hash <> item.hash THEN',
    'IF false THEN',
  ),
  bug('a repeat is not recognised', ledger, post, 'IF item.prior_id IS NOT NULL THEN', 'IF false THEN'),
  bug(
    'idempotency keys are not unique',
    single,
    tables,
    'CONSTRAINT movements_idempotency UNIQUE (actor, idempotency_key)',
    'CONSTRAINT movements_idempotency CHECK (true)',
  ),
  bug(
    'the win of a refused bet is processed',
    model,
    post,
    'IF (outcomes[n - 1]).refusal IS NOT NULL THEN',
    'IF false THEN',
  ),
  bug(
    'wallets are read without a lock',
    races,
    steps,
    'ORDER BY account.id FOR NO KEY UPDATE OF account',
    'ORDER BY account.id',
  ),
  bug(
    'a rollback that arrives before its bet leaves no tombstone',
    ledger,
    write,
    'INSERT INTO ledger.rollbacks SELECT * FROM unnest(rollbacks);',
    'INSERT INTO ledger.rollbacks SELECT * FROM unnest(rollbacks) WHERE bet_movement_id IS NOT NULL;',
  ),
  bug(
    'a late bet is accepted despite its tombstone',
    ledger,
    roundRules,
    "WHEN is_of_another THEN 'roundClosed' WHEN undone_by IS NOT NULL THEN 'betRolledBack'",
    "WHEN is_of_another THEN 'roundClosed'",
  ),
  {
    name: "another player's bet is rolled back",
    tests: ledger,
    edits: [
      { file: steps, from: 'item.is_bet_of_round AND item.bet_wallet = wallet.id', to: 'item.is_bet_of_round' },
      {
        file: post,
        from: 'round.player_id <> request.player_id OR round.currency <> request.currency OR',
        to: '',
      },
    ],
  },
  bug(
    'a win without a bet is paid',
    ledger,
    roundRules,
    "WHEN round_status IS NULL OR bets = 0 THEN 'betNotFound'",
    "WHEN false THEN 'betNotFound'",
  ),
  bug(
    'a settled round is paid again',
    ledger,
    roundRules,
    "WHEN round_status = 'settled' THEN 'roundClosed'",
    "WHEN false THEN 'roundClosed'",
  ),
  bug(
    'a bet is rolled back after its win',
    single,
    roundRules,
    "WHEN round_status = 'settled' OR paid > 0 THEN 'betAlreadyPaid'",
    "WHEN round_status = 'settled' THEN 'betAlreadyPaid'",
  ),
  {
    name: 'a balance may fall below zero',
    tests: ledger,
    edits: [
      { file: steps, from: 'IF source_after < 0 THEN', to: 'IF source_after IS NULL AND false THEN' },
      { file: wallets, from: 'cash bigint NOT NULL DEFAULT 0 CHECK (cash >= 0)', to: 'cash bigint NOT NULL DEFAULT 0' },
      { file: tables, from: 'balance_after bigint CHECK (balance_after >= 0)', to: 'balance_after bigint' },
    ],
  },
  bug(
    'wins of bonus stakes are paid as cash',
    bonus,
    steps,
    'ROW(win.source, ledger.own_bonus(), part)',
    'ROW(win.source, ledger.own_cash(), part)',
  ),
  bug(
    'the bonus part of a split win is rounded up',
    single,
    roundRules,
    'floor(amount::numeric',
    'ceil(amount::numeric',
  ),
  bug(
    'turnover keeps stakes that were rolled back',
    review,
    steps,
    'greatest(0, wallet.turnover_placed - cash)',
    'wallet.turnover_placed',
  ),
  bug(
    'a wagering requirement keeps stakes that were rolled back',
    bonus,
    steps,
    'IF round_bonus = wallet.bonus_id',
    'IF false',
  ),
  bug(
    'the maximum stake applies to one bet instead of the round',
    bonus,
    roundRules,
    'WHEN round_stake + amount > max_bet',
    'WHEN amount > max_bet',
  ),
  bug(
    'a win restores the money of a bonus that has ended',
    bonus,
    steps,
    "IF target = ledger.own_bonus() AND kind IN ('win', 'rollback') AND round_bonus IS DISTINCT",
    'IF false AND round_bonus IS DISTINCT',
  ),
  {
    name: 'bonus money is staked at a game that its terms exclude',
    tests: model,
    edits: [
      { file: roundRules, from: 'WHEN weight = 0 AND amount > cash', to: 'WHEN false AND amount > cash' },
      { file: steps, from: 'part := CASE WHEN item.weight > 0', to: 'part := CASE WHEN true' },
    ],
  },
  bug('a second bonus replaces an active one', bonus, tables, 'accounts.bonus_id IS NULL;', 'true;'),
  bug(
    'entries may be rewritten',
    ledger,
    tables,
    'CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.entries\n',
    'CREATE TRIGGER append_only BEFORE TRUNCATE ON ledger.entries\n',
  ),
  bug(
    'two batches write the same round at the same time',
    model,
    'server/ledger/queue.ts',
    'if (names.some((name) => busy.has(name))) break',
    '',
  ),
  bug(
    'a notice without a signature is accepted',
    callback,
    'server/partners/payments/notice-signature.ts',
    'let isGenuine = false',
    'let isGenuine = given.length === 0',
  ),
  bug(
    'a notice of last week is accepted',
    callback,
    'server/partners/payments/notice-signature.ts',
    'const windowSeconds = 300',
    'const windowSeconds = 3_000_000',
  ),
  bug(
    'an amount other than the requested one is credited',
    callback,
    `${payments}/deposits/settle-deposit.ts`,
    "report.amount === row.amount ? null : 'another amount'",
    'null',
  ),
  bug(
    'a currency other than the requested one is credited',
    callback,
    `${payments}/deposits/settle-deposit.ts`,
    'if (report.currency !== row.currency) return anotherCurrency',
    '',
  ),
  bug(
    'a late success is lost',
    callback,
    `${payments}/deposits/settle-deposit.ts`,
    'if (row.status === InvoiceStatus.failed) return creditLate(deps, tx, row, report)',
    "if (row.status === InvoiceStatus.failed) return 'final already'",
  ),
  bug(
    'a success is processed twice',
    callback,
    `${payments}/deposits/settle-deposit.ts`,
    'if (booked.size > 0 || payment.credited || row.flag !== null)',
    'if (row.flag !== null)',
  ),
  bug(
    'a second payment goes unbooked',
    [`${payments}/deposits/excess.test.ts`],
    `${payments}/deposits/settle-deposit.ts`,
    'let rest = report.amount === null ? 0n : report.amount - known',
    'let rest = 0n',
  ),
  bug(
    'a report below what is booked is accepted silently',
    [`${payments}/deposits/excess.test.ts`],
    `${payments}/deposits/settle-deposit.ts`,
    'report.amount !== null && report.amount < known',
    'false as boolean',
  ),
  bug(
    'held money of a failed withdrawal is not returned',
    withdrawal,
    `${payments}/payouts/settle-payout.ts`,
    'await postOrThrow(deps, tx, movement(row, withdrawalReturned, held(row.player_id, row.currency), cash(row.player_id, row.currency)))',
    '',
  ),
  bug(
    'held money is returned although it was paid',
    withdrawal,
    `${payments}/payouts/settle-payout.ts`,
    'if (row.status !== InvoiceStatus.pending) return contradiction(deps, tx, row, report)',
    '',
  ),
  bug(
    'an amount other than the requested one counts as paid out',
    withdrawal,
    `${payments}/payouts/settle-payout.ts`,
    'if (report.amount !== row.amount || report.currency !== row.currency)',
    'if (report.currency !== row.currency)',
  ),
  bug(
    'a withdrawal without sufficient funds is stored',
    withdrawal,
    `${payments}/payouts/start-withdrawal.ts`,
    'if (!posted.ok) return rollback(insufficient)',
  ),
  bug(
    'an idempotency key is accepted for another withdrawal',
    withdrawal,
    `${payments}/payouts/start-withdrawal.ts`,
    'first.request_hash === requestHash ?',
    'first ?',
  ),
  bug(
    'turnover is not required',
    review,
    `${payments}/payouts/checks.ts`,
    'settings.turnoverMultiplier > 0 &&',
    'settings.turnoverMultiplier < 0 &&',
  ),
  bug(
    'large withdrawals are sent without review',
    review,
    `${payments}/payouts/start-withdrawal.ts`,
    'if (reasons.length > 0) return ok',
    'if (reasons.length > 99) return ok',
  ),
  bug(
    'a new destination needs no step-up',
    review,
    `${payments}/payouts/start-withdrawal.ts`,
    '&& !(await hasSteppedUp(ctx))',
    '&& false',
  ),
  bug(
    'two operators decide the same withdrawal',
    review,
    `${payments}/payouts/decide-withdrawal.ts`,
    "if (row.review !== 'open') return refuse('notInReview', whatBecame(row))",
    '',
  ),
  bug(
    "another player's invoice can be declined",
    deposit,
    `${payments}/internal/invoices.ts`,
    ".where('id', '=', id).where('player_id', '=', playerId).forUpdate()",
    ".where('id', '=', id).forUpdate()",
  ),
  bug(
    'a deposit whose notice was lost is never queried',
    deposit,
    `${payments}/books/reconcile-invoices.ts`,
    'if (report) await deps.db.transaction',
    'if (!report) await deps.db.transaction',
  ),
  bug(
    'a deposit limit is read without a lock',
    limit,
    `${limits}/internal/rows.ts`,
    ".orderBy('player_id').forUpdate()",
    ".orderBy('player_id')",
  ),
  bug(
    'pending deposits do not count towards the limit',
    limit,
    `${limits}/check-deposit.ts`,
    'if (deposit.amount !== null) await take',
    'if (deposit.amount === 0n) await take',
  ),
  bug(
    'an excluded player may deposit',
    limit,
    `${limits}/check-deposit.ts`,
    "if (await isExcludedIn(tx, deps, deposit.playerId)) return refuse('playerExcluded')",
    '',
  ),
  bug(
    'a one-time offer is granted twice',
    bonus,
    'server/kernel/db/schema/08-bonuses.sql',
    'CREATE UNIQUE INDEX player_bonuses_once',
    'CREATE INDEX player_bonuses_once',
  ),
  bug(
    'a cancelled bonus becomes cash',
    bonus,
    `${bonuses}/internal/play-with.ts`,
    'cancelled: bonusCancelled,',
    'cancelled: bonusConverted,',
  ),
  bug(
    'a bonus exceeds its maximum',
    bonus,
    `${bonuses}/internal/amounts.ts`,
    'return part < most ? part : most',
    'return part',
  ),
  bug(
    'one bet uses two free spins',
    studio,
    spins,
    'PERFORM ledger.move_free_spins(spins, spins.used + 1);',
    'PERFORM ledger.move_free_spins(spins, spins.used + 2);',
  ),
  bug('a bet of a closed session is accepted', studio, gates, 'AND session.closed_at IS NULL', ''),
  bug(
    'a paid round whose end was not stored is cancelled',
    ['games/studio/studio.test.ts'],
    'games/studio/settle-round.ts',
    "if (answer.kind === 'refused' && answer.name === 'betAlreadyPaid') return accept(parts, round)",
    '',
  ),
  bug('an excluded player bets', gateTests, gates, "THEN 'playerExcluded'", 'THEN NULL'),
  bug('a bet is accepted in a restricted country', gateTests, gates, "THEN 'countryRestricted'", 'THEN NULL'),
  bug(
    'a bet is accepted in a currency that is switched off',
    switchedOff,
    gates,
    "THEN 'currencyNotOffered'",
    'THEN NULL',
  ),
  bug(
    'a deposit starts while its currency is being switched off',
    switchedOff,
    `${reference}/offered.ts`,
    '.forShare()',
    '',
  ),
  bug(
    'a session ends without waiting for the bets in flight',
    gateTests,
    'server/ledger/lock-wallets.ts',
    '.forNoKeyUpdate()',
    '',
  ),
  bug(
    "a win above the game's maximum is paid",
    gateTests,
    roundRules,
    'OR amount::numeric + paid > ceil(staked * highest_multiplier)',
    '',
  ),
  bug('a bet names another game than its round', gateTests, post, 'OR round.game_id <> request.game_id', ''),
  bug(
    "a bonus's terms are not applied",
    gateTests,
    post,
    "ARRAY['contribution', 'kinds', request.game_kind])::int, 100)",
    "ARRAY['contribution', 'kinds', request.game_kind])::int * 0 + 100, 100)",
  ),
  bug(
    'a call of a studio without a signature is accepted',
    studio,
    'server/partners/game-studio/in-house-studio.ts',
    'isGenuine: (call) => isSignedBy([signingKey, ...former.map((keys) => keys.signingKey)], call)',
    'isGenuine: () => true',
  ),
  bug(
    "an operator's decision is carried out twice",
    flaggedOut,
    `${payments}/flags/settle-flag.ts`,
    'if (!flag || flag.settled_at !== null) return',
    'if (!flag) return',
  ),
  bug(
    'the player pays a loss that was charged to the house',
    flaggedOut,
    `${payments}/payouts/correct-payout.ts`,
    '  if (!isPlayers) return [{ from: losses(currency), to, amount }]\n',
    '',
  ),
  bug(
    'returned money is counted twice',
    flaggedOut,
    `${payments}/payouts/correct-payout.ts`,
    'amount: partner - back - owed }',
    'amount: partner }',
  ),
  bug(
    'money in suspense is kept although it must be sent back',
    flaggedIn,
    `${payments}/flags/end-suspense.ts`,
    "decision === 'keep' ? [suspenseKept",
    "decision !== 'keep' ? [suspenseKept",
  ),
  bug(
    'an idle session may withdraw',
    idle,
    `${payments}/payouts/start-withdrawal.ts`,
    'if (!(await isIdle(ctx)) && !(await isUnknown()))',
    'if (!(await isUnknown()))',
  ),
  bug(
    'any request resets the idleness of a session',
    idle,
    'server/identity/sessions/idleness.ts',
    'THEN ${now}::timestamptz ELSE idled_at END',
    'THEN idled_at ELSE idled_at END',
  ),
  bug(
    'a transfer counts before its confirmations',
    [...ether, ...bitcoin],
    'server/chain/report-deposits.ts',
    "seen: 'confirming'",
    "seen: 'succeeded'",
  ),
  bug(
    'any token is credited as the currency of the address',
    ether,
    'server/chain/report-deposits.ts',
    'const isAddressWrong = transfer.asset !== address.currency',
    'const isAddressWrong = false',
  ),
  bug(
    'a chain reorganisation is not detected',
    [...ether, ...bitcoin],
    'server/chain/follow.ts',
    'isContradicted ||= theirs !== null',
    '',
  ),
  bug(
    'a node may leave transactions out of a block',
    bitcoin,
    'server/chain/bitcoin/block.ts',
    ' || !merkleRoot(ids).equals(header.subarray(36, 68))',
    '',
  ),
  bug(
    'a block other than the requested one is accepted',
    bitcoin,
    'server/chain/bitcoin/read-block.ts',
    'if (block.hash !== hash) throw',
    'if (block.hash === null) throw',
  ),
  bug(
    'partners receive a tenth of the amount',
    ['server/partners/payments/sandbox-pay.test.ts'],
    'server/kernel/decimal.ts',
    ".padEnd(places, '0'))",
    ".padEnd(places - 1, '0'))",
  ),
  bug(
    'an amount is rounded on its way to the browser',
    ['contract/money.test.ts'],
    'contract/money.ts',
    'if (!Number.isSafeInteger(wire)) throw',
    'if (Number.isNaN(wire)) throw',
  ),
  bug(
    'zero is accepted as an amount',
    ['contract/money.test.ts'],
    'contract/money.ts',
    'z.int().min(1).max(Number.MAX_SAFE_INTEGER).transform',
    'z.int().min(0).max(Number.MAX_SAFE_INTEGER).transform',
  ),
  bug(
    'a bonus starts on an account closed meanwhile',
    ['tests/money/pairs.test.ts'],
    'server/bonuses/activate-player-bonus.ts',
    "'blocked', 'closed'].includes",
    "'blocked'].includes",
  ),
  bug(
    'a consumer omits the last fact of a batch',
    ['server/kernel/facts/consumers.test.ts'],
    'server/kernel/facts/consume.ts',
    ".where('id', '<=', upTo)",
    ".where('id', '<', upTo)",
  ),
  bug(
    'two processes apply one batch of facts',
    ['server/kernel/facts/consumers.test.ts'],
    'server/kernel/facts/consume.ts',
    '    .forUpdate()\n    .skipLocked()\n',
    '',
  ),
  bug(
    'a consumer skips facts that it could not apply',
    ['server/kernel/facts/consumers.test.ts'],
    'server/kernel/facts/consume.ts',
    '    throw new BatchFailed(\n      members.map(({ consumer }) => consumer.name),\n      source,\n      next,\n      error,\n    )',
    '    void error',
  ),
  bug(
    'facts are pruned before every consumer has passed them',
    ['server/kernel/facts/consumers.test.ts'],
    'server/kernel/facts/prune.ts',
    'min(facts_passed)',
    'max(facts_passed)',
  ),
  bug(
    'bonuses that are not yet started survive a withdrawal',
    [join(payments, 'payouts/withdrawal-and-bonus.test.ts')],
    'server/bonuses/end-for-withdrawal.ts',
    "'status', '<', 3",
    "'status', '=', 2",
  ),
  bug(
    'a withdrawal ends the bonuses of other currencies',
    [join(payments, 'payouts/withdrawal-and-bonus.test.ts')],
    'server/bonuses/end-for-withdrawal.ts',
    "    .where('currency', '=', currency)\n",
    '',
  ),
  bug(
    'a bonus starts while a withdrawal is pending',
    [join(payments, 'payouts/withdrawal-and-bonus.test.ts')],
    'server/bonuses/internal/play-with.ts',
    '.held > 0n)',
    '.held < 0n)',
  ),
  bug(
    'a page paid during an exclusion is credited',
    [join(payments, 'deposits/open-pages.test.ts')],
    join(payments, 'deposits/settle-deposit.ts'),
    'return paidWhileExcluded',
    'return null',
  ),
  bug(
    'a page paid after the closure is credited',
    [join(payments, 'deposits/open-pages.test.ts')],
    join(payments, 'deposits/settle-deposit.ts'),
    "closed: 'paid after closure'",
    'closed: null as never',
  ),
  bug(
    'a page paid during a block is credited',
    ['server/identity/sessions/set-status.test.ts'],
    join(payments, 'deposits/settle-deposit.ts'),
    "blocked: 'paid while blocked'",
    'blocked: null as never',
  ),
  bug(
    'a block leaves open pay pages payable',
    ['server/identity/sessions/set-status.test.ts'],
    'server/identity/sessions/set-status.ts',
    "if (status !== 'active') for",
    "if (status === 'active') for",
  ),
  bug(
    'an exclusion leaves open pay pages payable',
    [join(payments, 'deposits/open-pages.test.ts')],
    join(payments, 'deposits/end-open-deposits.ts'),
    'for (const row of await lockOpenDeposits(tx, playerId)) {',
    'for (const row of (await lockOpenDeposits(tx, playerId)).slice(1)) {',
  ),
  bug(
    'a rolled-back round counts in the statistics',
    ['server/play/games/launch-funds.test.ts'],
    'server/play/games/internal/play-session.ts',
    "count(*) FILTER (WHERE status = 'settled')",
    'count(*)',
  ),
  bug(
    'resetting the statistics resets the net result',
    ['server/play/games/launch-funds.test.ts'],
    'server/play/games/internal/play-session.ts',
    '      statistics_since: clock.now(),\n      statistics_after',
    '      statistics_since: clock.now(),\n      after_movement_id: await newestMovement(db.kysely, playerId),\n      statistics_after',
  ),
  bug(
    'a new play session never begins',
    ['server/play/games/launch-funds.test.ts'],
    'server/play/games/begin-play-session.ts',
    'resumed ?? new Date(0)',
    'new Date(0)',
  ),
  bug(
    'expired free spins are launched',
    ['server/play/games/launch-funds.test.ts'],
    'server/bonuses/at-game.ts',
    "    .where('expires_at', '>', clock.now())\n",
    '',
  ),
  bug(
    'free spins of another stake are counted',
    ['server/play/games/launch-funds.test.ts'],
    'server/bonuses/at-game.ts',
    ' AND spin_amount = ${stake} AND',
    ' AND',
  ),
  bug(
    'an approval of a sign-in can be used twice',
    ['server/identity/credentials/sign-in.test.ts'],
    'server/kernel/link-codes.ts',
    "    .where('used_at', 'is', null)\n    .where('expires_at', '>', now)\n    .returning",
    "    .where('expires_at', '>', now)\n    .returning",
  ),
  bug(
    'an approved device stays unfamiliar',
    ['server/identity/credentials/sign-in.test.ts'],
    'server/identity/sessions/is-familiar.ts',
    ", 'sign-in-approved')",
    ')',
  ),
  bug(
    'a blocked player approves a device',
    ['server/identity/credentials/sign-in.test.ts'],
    'server/identity/credentials/internal/player-of-link.ts',
    'consumedCode && isAdmitted && player.email',
    'consumedCode && player?.email',
  ),
  bug(
    'a closed account changes its address',
    ['server/profile/account-life.test.ts'],
    'server/profile/update-profile.ts',
    'before.status === PlayerStatus.closed',
    'before.status === PlayerStatus.blocked',
  ),
]
