/** The stake of a new bet: whether it may be placed, where its money is, and its row. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ok, refuse, type Refused, type Result } from '#contract/endpoint.ts'
import { nameTo, type RefusalOfPlay } from '#contract/refusals-of-play.ts'
import { slipFault, slipOdds } from '#contract/settlement/settle.ts'
import type { Place } from '#contract/sportsbook-protocol.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { record } from '../../kernel/facts/fact.ts'
import { sportsBetPlaced } from '../../kernel/facts/kinds.ts'
import { type LockedWallet, lockWallets, sportsBet, sportsFreeBet, type Transfer } from '../../ledger/index.ts'
import type { ClientToken } from '../../partners/sportsbook/port.ts'
import { readBonusAtSports } from '../../bonuses/index.ts'
import { announceRefusal } from '../../play/index.ts'
import { barredCountriesOf, restrictable, sportsbookSwitch } from '../../reference/index.ts'
import { afterPosting, type BetRow, isPayable, labelOf, slipOf, stateOf, sumDebts, type WalletState } from './bets.ts'
import { actorOf, findSportsbook } from './calls.ts'
import { findFreeBet, haveOdds, lowestOdds, stakeFreeBet } from './free-bets.ts'
import { stakeKey, transfersIn } from './movements.ts'

/** What a bet is placed with, by a placement or by an edit of another one. */
export type NewBet = Omit<Place, 'call'> & { sportsbook: string }
/** A new bet whose player's wallets are locked. */
export type Admitted = { input: NewBet; client: ClientToken; wallet: WalletState }
/** `cause`: the refusal of the posting call, if it was the one that refused. */
type RefusedStake = Refused<StakeRefusal> & { cause?: RefusalOfPlay }
type StakeRefusal = ReturnType<typeof nameTo<'sportsBet'>> | 'freeBetNotAccepted' | 'maxBetExceeded'

/** Sports are restricted by country under this name, like a game. */
const restrictedAs = restrictable.sportsbook

/** Reads the token and the slip, and locks the player's wallets. */
export async function admit(
  ctx: Ctx,
  tx: Tx,
  input: NewBet,
): Promise<Result<Admitted, 'tokenInvalid' | 'slipInvalid' | 'betExists' | 'betDeclined'>> {
  const client = findSportsbook(ctx, input.sportsbook)?.readToken(input.token, ctx.clock.now())
  if (!client || client.currency !== input.currency) return refuse('tokenInvalid')
  if (!isSlip(input)) return refuse('slipInvalid')
  const wallets: LockedWallet[] = await lockWallets(tx, client.playerId)
  const { known, debts } = await findKnown(tx, input, client)
  if (known) return refuse(known)
  return ok({ input, client, wallet: stateOf(wallets, client.currency, debts) })
}

/** Takes the stake and stores the bet. Before a refusal it has written nothing. */
export async function takeStake(
  ctx: Ctx,
  tx: Tx,
  { input, client, wallet }: Admitted,
  { digest, ...as }: { digest: string; status: 'held' | 'accepted'; replaces?: string },
): Promise<{ ok: true; value: { bet: BetRow; wallet: WalletState } } | RefusedStake> {
  const id = randomUUID()
  const staked = await stakeOf(ctx, tx, { input, client, wallet })
  if (!staked.ok) return staked
  const { kind, transfers, columns } = staked.value
  const posted = await ctx.ledger.postIn(tx, {
    kind,
    transfers,
    wallet: { playerId: client.playerId, currency: client.currency },
    actor: actorOf(input.sportsbook),
    idempotencyKey: stakeKey(input.betId),
    requestHash: digest,
    reference: { kind: 'bet', id, label: labelOf(input.selections) },
    gate: {
      sessionId: client.sessionId,
      barredCountries: barredCountriesOf(ctx.settings, restrictedAs),
      switches: [sportsbookSwitch],
    },
    at: ctx.clock.now(),
  })
  if (!posted.ok) return { ...refuse(nameTo('sportsBet', posted.refusal)), cause: posted.refusal }
  const bet = await insertBet(ctx, tx, { ...input, id }, client, {
    ...columns,
    movement_id: posted.value.movementId,
    status: as.status,
    replaces: as.replaces ?? null,
  })
  if (bet.free_bet_id) await stakeFreeBet(tx, { id: bet.free_bet_id, bet: bet.id })
  await record(tx, sportsBetPlaced, {
    player: client.playerId,
    subject: bet.id,
    data: {
      currency: bet.currency,
      stake: bet.stake,
      selections: input.selections.length,
      isLive: input.selections.some(({ isLive }) => isLive),
      odds: slipOdds(slipOf(input)),
    },
  })
  return ok({ bet, wallet: afterPosting(wallet, posted.value) })
}

/** Tells the player's open pages why the posting call refused a stake. */
export async function tellRefusal(
  ctx: Ctx,
  tx: Tx,
  { playerId, currency }: ClientToken,
  { cause }: RefusedStake,
): Promise<void> {
  if (cause) await announceRefusal(tx, { playerId, currency, gameIdentity: restrictedAs, at: ctx.clock.now() }, cause)
}

/** Whether the bet is there already, or was declined before it arrived; and what its player owes. */
async function findKnown(
  tx: Tx,
  { sportsbook, betId }: NewBet,
  { playerId, currency }: ClientToken,
): Promise<{ known: 'betExists' | 'betDeclined' | null; debts: bigint }> {
  const found = await tx
    .selectNoFrom((db) => [
      db
        .exists(
          db.selectFrom('sports.bets').select('id').where('sportsbook', '=', sportsbook).where('bet_id', '=', betId),
        )
        .as('isThere'),
      db
        .exists(
          db
            .selectFrom('sports.tombstones')
            .select('bet_id')
            .where('sportsbook', '=', sportsbook)
            .where('bet_id', '=', betId),
        )
        .as('isDeclined'),
      sumDebts(sql.val(playerId), sql.val(currency)).as('debts'),
    ])
    .executeTakeFirstOrThrow()
  return { known: found.isThere ? 'betExists' : found.isDeclined ? 'betDeclined' : null, debts: found.debts }
}

function isSlip(input: NewBet): boolean {
  const ids = new Set(input.selections.map(({ id }) => id))
  const slip = slipOf(input)
  return (
    ids.size === input.selections.length &&
    slipFault(slip) === null &&
    isPayable(slip, input.maximumPayout, { isFree: input.freeBetId !== undefined })
  )
}

type StakeColumns = Partial<Pick<BetRow, 'bonus_id' | 'bonus_stake' | 'bonus_percent' | 'free_bet_id'>>
type Staked = { kind: string; transfers: Transfer[]; columns: StakeColumns }

/**
 * A free bet, or cash and then the money of a bonus under which such bets are. The wallets are locked, so the posting
 * call finds the same money. Writes nothing.
 */
async function stakeOf(
  ctx: Ctx,
  tx: Tx,
  { input, client, wallet: { cash, bonus } }: Admitted,
): Promise<Result<Staked, 'freeBetNotAccepted' | 'maxBetExceeded'>> {
  const wallet = { playerId: client.playerId, currency: client.currency }
  const { transfers, move } = transfersIn(wallet)
  const stake = BigInt(input.stake)
  if (input.freeBetId !== undefined) {
    const free = await findFreeBet(tx, input.freeBetId, { ...wallet, now: ctx.clock.now(), slip: input })
    if (!free) return refuse('freeBetNotAccepted')
    move('expense', 'open', stake)
    return ok({ kind: sportsFreeBet.name, transfers, columns: { free_bet_id: free.id } })
  }
  const active = await readBonusAtSports(tx, wallet)
  // Also of a bet in cash alone: an open bet would keep cash from every loss while bonus money is staked elsewhere.
  if (active && active.maxBet !== null && stake > active.maxBet) return refuse('maxBetExceeded')
  const counted = active?.counts && haveOdds(input.selections, active.counts.minOdds) ? active.counts : null
  const missing = stake - cash
  const inBonus = counted && missing > 0n && missing <= bonus ? missing : 0n
  move('cash', 'open', stake - inBonus)
  move('bonus', 'open', inBonus)
  const columns = active && counted && { bonus_id: active.id, bonus_stake: inBonus, bonus_percent: counted.percent }
  return ok({ kind: sportsBet.name, transfers, columns: columns ?? {} })
}

async function insertBet(
  ctx: Ctx,
  tx: Tx,
  input: NewBet & { id: string },
  { playerId }: ClientToken,
  columns: StakeColumns & Pick<BetRow, 'movement_id' | 'status' | 'replaces'>,
): Promise<BetRow> {
  const now = ctx.clock.now()
  return tx
    .insertInto('sports.bets')
    .values({
      id: input.id,
      sportsbook: input.sportsbook,
      bet_id: input.betId,
      player_id: playerId,
      currency: input.currency,
      kind: input.kind,
      system_sizes: input.systemSizes,
      is_each_way: input.isEachWay,
      selections: JSON.stringify(input.selections),
      odds_policy: input.oddsPolicy,
      lowest_odds: lowestOdds(input.selections),
      stake: BigInt(input.stake),
      open_stake: BigInt(input.stake),
      maximum_payout: BigInt(input.maximumPayout),
      placed_at: now,
      changed_at: now,
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
