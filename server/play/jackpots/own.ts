/** A player's part in the jackpot of a currency: whether new rounds buy tickets, and the seed pairs that decide them. */
import { createHash } from 'node:crypto'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { placeName } from '#contract/jackpot-odds.ts'
import type { OwnJackpot } from '#contract/jackpots.ts'
import type * as contract from '#contract/jackpots.ts'
import { drawInput, placeOf } from '#contract/seed-pair.ts'
import type { PlayerCtx, Tx } from '../../deps.ts'
import { policyOf } from '../../identity/index.ts'
import { lockWallets, readTicketPair, setTicketPair } from '../../ledger/index.ts'
import { isExcludedIn } from '../../protection/index.ts'
import { findOpen, listPairs, presentJackpot } from './rows.ts'

type Of = { currency: string }

export async function readOwnJackpot(ctx: PlayerCtx, { currency }: Of): Promise<{ ok: true; value: OwnJackpot }> {
  return ok(await present(ctx, currency))
}

export async function joinJackpot(
  ctx: PlayerCtx,
  { currency, jackpotId, clientSeed }: VerbInput<typeof contract.joinJackpot>,
): Promise<Result<OwnJackpot, RefusalOf<typeof contract.joinJackpot>>> {
  const { id: playerId } = ctx.caller.player
  if (await isForbidden(ctx)) return refuse('jackpotForbidden')
  const joined = await ctx.db.transaction(async (tx): Promise<Result<void, RefusalOf<typeof contract.joinJackpot>>> => {
    const jackpot = await findOpen(tx, currency)
    if (!jackpot || jackpot.id !== jackpotId) return refuse('jackpotNotFound')
    const drawn = (await openPair(tx, playerId, jackpot.id)) ? null : await drawPair(tx, ctx, jackpot.id, clientSeed)
    if (await isExcludedIn(tx, ctx, playerId)) return refuse('playerExcluded')
    const wallets = await lockWallets(tx, playerId)
    if (!wallets.some((wallet) => wallet.currency === currency)) return refuse('accountNotFound')
    if (drawn) await storePair(tx, ctx, drawn)
    const pair = await openPair(tx, playerId, jackpot.id)
    // Another device has revealed the pair meanwhile.
    if (!pair) return refuse('jackpotNotFound')
    await setTicketPair(tx, { playerId, currency }, pair.id)
    return ok()
  })
  return joined.ok ? ok(await present(ctx, currency)) : joined
}

export async function leaveJackpot(ctx: PlayerCtx, { currency }: Of): Promise<{ ok: true; value: OwnJackpot }> {
  const { id: playerId } = ctx.caller.player
  await ctx.db.transaction(async (tx) => {
    await lockWallets(tx, playerId)
    await setTicketPair(tx, { playerId, currency }, null)
  })
  return ok(await present(ctx, currency))
}

/** A pair with an undrawn ticket is not revealed: the player could otherwise see its result and take the stake back. */
export async function revealTickets(
  ctx: PlayerCtx,
  { currency, clientSeed }: VerbInput<typeof contract.revealTickets>,
): Promise<Result<OwnJackpot, RefusalOf<typeof contract.revealTickets>>> {
  const { id: playerId } = ctx.caller.player
  const revealed = await ctx.db.transaction(
    async (tx): Promise<Result<void, RefusalOf<typeof contract.revealTickets>>> => {
      const old = await newestOpenPair(tx, playerId, currency)
      if (!old) return refuse('pairNotFound')
      const next = old.closed_at ? null : await drawPair(tx, ctx, old.jackpot_id, clientSeed)
      await lockWallets(tx, playerId)
      if ((await newestOpenPair(tx, playerId, currency))?.id !== old.id) return refuse('pairNotFound')
      if (await hasOpenTicket(tx, old.id)) return refuse('roundInProgress')
      await tx.updateTable('jackpots.pairs').set({ revealed_at: ctx.clock.now() }).where('id', '=', old.id).execute()
      const isOn = (await readTicketPair(tx, { playerId, currency })) !== null
      if (next) await storePair(tx, ctx, next)
      if (isOn)
        await setTicketPair(
          tx,
          { playerId, currency },
          next ? (await openPair(tx, playerId, old.jackpot_id))!.id : null,
        )
      return ok()
    },
  )
  return revealed.ok ? ok(await present(ctx, currency)) : revealed
}

async function present(ctx: PlayerCtx, currency: string): Promise<OwnJackpot> {
  const { id: playerId } = ctx.caller.player
  const db = ctx.db.kysely
  const [jackpot, pairs, on, { open }] = await Promise.all([
    findOpen(db, currency),
    listPairs(db, { playerId, currency }),
    readTicketPair(db, { playerId, currency }),
    db
      .selectFrom('jackpots.tickets')
      .select(({ fn }) => fn.countAll<bigint>().as('open'))
      .where('player_id', '=', playerId)
      .where('currency', '=', currency)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow(),
  ])
  const isOffered = jackpot !== undefined && !(await isForbidden(ctx))
  const current = pairs.find((pair) => pair.jackpotId === jackpot?.id && pair.revealedAt === null)
  return {
    jackpot: isOffered ? await presentJackpot(db, jackpot) : null,
    isOn: isOffered && on !== null && String(on) === current?.id,
    open: Number(open),
    pairs,
  }
}

async function isForbidden(ctx: PlayerCtx): Promise<boolean> {
  const { games } = await policyOf(ctx.db.kysely, ctx.settings, ctx.caller.player.id)
  return games.excluded.includes('jackpot')
}

async function openPair(tx: Tx, playerId: string, jackpotId: string): Promise<{ id: bigint } | undefined> {
  return tx
    .selectFrom('jackpots.pairs')
    .select('id')
    .where('player_id', '=', playerId)
    .where('jackpot_id', '=', jackpotId)
    .where('revealed_at', 'is', null)
    .executeTakeFirst()
}

async function newestOpenPair(tx: Tx, playerId: string, currency: string) {
  return tx
    .selectFrom('jackpots.pairs as pair')
    .innerJoin('jackpots.jackpots as jackpot', 'jackpot.id', 'pair.jackpot_id')
    .select(['pair.id', 'pair.jackpot_id', 'jackpot.closed_at'])
    .where('pair.player_id', '=', playerId)
    .where('jackpot.currency', '=', currency)
    .where('pair.revealed_at', 'is', null)
    .orderBy('pair.id')
    .executeTakeFirst()
}

async function hasOpenTicket(tx: Tx, pairId: bigint): Promise<boolean> {
  const open = await tx
    .selectFrom('jackpots.tickets')
    .select('round_id')
    .where('pair_id', '=', pairId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

type Drawn = { jackpotId: string; number: number; clientSeed: string; key: string; proof: string; serverSeed: string }

/** Before the wallets are locked: the first draw of the site makes the key. */
async function drawPair(tx: Tx, ctx: PlayerCtx, jackpotId: string, clientSeed: string): Promise<Drawn> {
  const owner = ctx.caller.player.id
  const { last } = await tx
    .selectFrom('jackpots.pairs')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('player_id', '=', owner)
    .where('jackpot_id', '=', jackpotId)
    .executeTakeFirstOrThrow()
  const number = (last ?? 0) + 1
  const studio = ctx.partners.gameStudios.find(({ fairness }) => fairness !== null)
  if (!studio) throw new Error('no studio has a key for draws')
  const place = await placeOf({ owner, game: placeName(jackpotId), number })
  return { jackpotId, number, clientSeed, ...(await studio.fairness!.drawSeed(ctx, tx, drawInput(place, clientSeed))) }
}

/** Nothing if another device has opened a pair meanwhile. */
async function storePair(
  tx: Tx,
  ctx: PlayerCtx,
  { jackpotId, number, clientSeed, key, proof, serverSeed }: Drawn,
): Promise<void> {
  await tx
    .insertInto('jackpots.pairs')
    .values({
      jackpot_id: jackpotId,
      player_id: ctx.caller.player.id,
      number,
      draw_key: key,
      proof,
      server_seed: serverSeed,
      server_seed_hash: createHash('sha256').update(serverSeed).digest('hex'),
      client_seed: clientSeed,
      ...keysOf(serverSeed),
      opened_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** HMAC's keys (RFC 2104). The text of a server seed has the 64 bytes of a block. */
function keysOf(serverSeed: string): { inner_key: Buffer; outer_key: Buffer } {
  const bytes = Buffer.from(serverSeed)
  return {
    inner_key: Buffer.from(bytes.map((byte) => byte ^ 0x36)),
    outer_key: Buffer.from(bytes.map((byte) => byte ^ 0x5c)),
  }
}
