/**
 * Mutations without any observable effect: no test can detect them, so they are not counted. Each was reviewed by a
 * person, with the reason. `within` is text that occurs once in the file and contains the mutation.
 */
export type Equivalent = { file: string; rules: string[]; within: string; why: string }

const steps = 'server/kernel/db/functions/16-ledger-steps.sql'
const payments = 'server/cashier'

export const equivalents: Equivalent[] = [
  {
    file: 'server/kernel/db/functions/10-round-rules.sql',
    rules: ['less or equal'],
    within: 'movement_id = bet AND entries.amount < 0',
    why: 'no entry is of nothing',
  },
  {
    file: steps,
    rules: ['more or equal'],
    within: "(kind = 'bet' AND source > ledger.own_vault())",
    why: 'no bet is staked from the vault',
  },
  {
    file: `${payments}/payouts/correct-payout.ts`,
    rules: ['less or equal'],
    within: 'paid.amount < asked ? paid.amount : asked',
    why: 'both are the same where they are equal',
  },
  {
    file: `${payments}/payouts/correct-payout.ts`,
    rules: ['less or equal'],
    within: 'partner < player ? partner : player',
    why: 'both are the same where they are equal',
  },
  {
    file: `${payments}/internal/net-of.ts`,
    rules: ['nought to one'],
    within:
      'coalesce(-sum(entry.amount) FILTER (WHERE account.player_id IS NOT NULL AND account.currency = ${row.currency}), 0)',
    why: 'every withdrawal has entries of its player',
  },
  {
    file: 'server/ledger/statement.ts',
    rules: ['nought to one', 'one more'],
    within: '{ movementId: 0n, ordinal: -1 }',
    why: 'before the first entry of the first movement, however far',
  },
  {
    file: 'server/ledger/queue.ts',
    rules: ['or to and'],
    within: 'isScheduled || free === 0 || ready.length === 0',
    why: 'only saves a turn of the event loop in which there is nothing to do',
  },
  {
    file: 'server/ledger/queue.ts',
    rules: ['more or equal'],
    within: 'ready.length > 0) {',
    why: 'an empty batch ends the loop as well',
  },
  {
    file: 'server/ledger/queue.ts',
    rules: ['less or equal'],
    within: 'at < ready.length ? ready.slice(at).concat(later) : later',
    why: 'what follows the last one is nothing',
  },
  { file: 'server/ledger/invariants.ts', rules: ['less or equal'], within: 'bet.id < win.id', why: 'a bet is no win' },
  {
    file: `${payments}/flags/flags.ts`,
    rules: ['nothing to default'],
    within:
      'state: report?.state ?? null, amount, currency: report?.currency ?? null, external_id: report?.externalId ?? null',
    why: 'a column that is not given is null',
  },
  {
    file: `${payments}/deposits/start-deposit.ts`,
    rules: ['nothing to default'],
    within: 'networkOf(method, input.fields)?.id ?? null',
    why: 'a column that is not given is null, and only an address, which has its network, is looked for by it',
  },
  {
    file: `${payments}/payouts/request-destination.ts`,
    rules: ['nothing to default'],
    within: 'network: networkOf(method, fields)?.id ?? null, fields: pickOwnFields(method',
    why: 'written as JSON within a list, both are null',
  },
  {
    file: 'server/ledger/entries.ts',
    rules: ['one more'],
    within: 'ORDER BY own.movement_id DESC, own.ordinal DESC LIMIT ${perPage + 1}',
    why: 'reads two more than the page where one tells that there is more',
  },
  {
    file: 'server/ledger/entries.ts',
    rules: ['one more'],
    within: 'ORDER BY entry.movement_id DESC, entry.ordinal DESC LIMIT ${perPage + 1}',
    why: 'reads two more than the page where one tells that there is more',
  },
  {
    file: `${payments}/measure-payments.ts`,
    rules: ['nothing to default'],
    within: 'rows[0]?.value ?? 0',
    why: 'a count always has its row',
  },
  {
    file: `server/reference/format-amount.ts`,
    rules: ['one more'],
    within: 'padStart(places + 1',
    why: 'one more nought in front, which no reader of a number sees',
  },
  {
    file: `${payments}/internal/prefill.ts`,
    rules: ['more or equal'],
    within: 'fields.length > 0',
    why: 'only saves a question of which the answer is not needed',
  },
  {
    file: 'server/ledger/statement.ts',
    rules: ['one more'],
    within: 'CROSS JOIN generate_series(0, 1) AS bucket',
    why: 'no play touches what is held',
  },
  {
    file: `${payments}/internal/invoices.ts`,
    rules: ['nothing to default'],
    within: `network: invoice.network ?? null, fields: JSON.stringify(invoice.fields ?? {}), late_of: invoice.lateOf ?? null, excess_of: invoice.excessOf ?? null,
    idempotency_key: invoice.idempotencyKey ?? null, request_hash: invoice.requestHash ?? null, next_check_at: invoice.nextCheckAt, bonus_id: invoice.bonus?.id ?? null, bonus_version: invoice.bonus?.version ?? null, bonus_session_id: invoice.bonus?.sessionId ?? null, destination: invoice.destination ?? null`,
    why: 'a column that is not given is null, or the empty object that is its default',
  },
]
