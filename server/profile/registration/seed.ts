/** Demo players in different situations. Created if the database has none of them. */
import { randomUUID } from 'node:crypto'
import { PlayerStatus } from '#contract/identity.ts'
import type { KernelDeps, Tx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import { openAccount } from '../../wallet/index.ts'
import { closePlayer, findPlayerByEmail, hashPassword, insertPlayer } from '../../identity/index.ts'

/** Printed at start and in the README. These accounts exist only if `SEED` is on. */
export const demoPassword = 'open-the-house'
export const demoPlayer = { email: 'demo@fairhouse.example', password: demoPassword }

export type DemoPlayer = {
  email: string
  nickname: string
  firstName: string
  lastName: string
  country: string
  locale: string
  status: number
  currencies: string[]
  isNewlyRegistered: boolean
}

const ordinary = { status: PlayerStatus.active as number, isNewlyRegistered: false }
/** The first currency is the active one. */
export const demoPlayers: DemoPlayer[] = [
  {
    ...ordinary,
    email: demoPlayer.email,
    nickname: 'demo',
    firstName: 'Dana',
    lastName: 'Demo',
    country: 'DE',
    locale: 'en',
    currencies: ['EUR', 'BTC', 'USDT'],
  },
  {
    ...ordinary,
    email: 'new@fairhouse.example',
    nickname: 'new',
    firstName: 'Noa',
    lastName: 'New',
    country: 'BR',
    locale: 'pt-BR',
    currencies: ['BRL'],
    isNewlyRegistered: true,
  },
  {
    ...ordinary,
    email: 'limited@fairhouse.example',
    nickname: 'limited',
    firstName: 'Lina',
    lastName: 'Limited',
    country: 'AT',
    locale: 'de',
    status: PlayerStatus.limited,
    currencies: ['EUR'],
  },
  {
    ...ordinary,
    email: 'blocked@fairhouse.example',
    nickname: 'blocked',
    firstName: 'Boris',
    lastName: 'Blocked',
    country: 'PL',
    locale: 'en',
    status: PlayerStatus.blocked,
    currencies: ['EUR'],
  },
  {
    ...ordinary,
    email: 'closed@fairhouse.example',
    nickname: 'closed',
    firstName: 'Cleo',
    lastName: 'Closed',
    country: 'FR',
    locale: 'en',
    status: PlayerStatus.closed,
    currencies: ['EUR'],
  },
  {
    ...ordinary,
    email: 'whale@fairhouse.example',
    nickname: 'whale',
    firstName: 'Wanda',
    lastName: 'Whale',
    country: 'AE',
    locale: 'ar',
    currencies: ['BTC', 'ETH', 'USDT', 'USD'],
  },
]

/** Creates the missing players. Money and history are created by the modules that own them. */
export async function seedPlayers(deps: KernelDeps): Promise<void> {
  const missing = []
  for (const player of demoPlayers) if (!(await findPlayerByEmail(deps.db.kysely, player.email))) missing.push(player)
  await Promise.all(
    missing.map(async (player) => {
      const passwordHash = await hashPassword(demoPassword, deps.randomBytes(16))
      await deps.db.transaction((tx) => insertDemoPlayer(tx, deps, player, passwordHash))
    }),
  )
}

async function insertDemoPlayer(
  tx: Tx,
  { clock }: KernelDeps,
  player: DemoPlayer,
  passwordHash: string,
): Promise<void> {
  const playerId = randomUUID()
  const now = clock.now()
  const inserted = await insertPlayer(tx, {
    id: playerId,
    email: player.email,
    password_hash: passwordHash,
    nickname: player.nickname,
    first_name: player.firstName,
    last_name: player.lastName,
    country: player.country,
    currency: player.currencies[0]!,
    locale: player.locale,
    status: player.status,
    is_newly_registered: player.isNewlyRegistered,
    // Established players have confirmed their address.
    email_confirmed_at: player.isNewlyRegistered ? null : now,
    has_agreed: true,
    created_at: now,
    updated_at: now,
  })
  if (!inserted) return
  for (const [index, currency] of player.currencies.entries())
    await openAccount(tx, { playerId, currency, active: index === 0 })
  if (player.status === PlayerStatus.closed) {
    await closePlayer(tx, playerId, now)
    const entry = { action: 'account-closed', playerId, detail: { reason: '' } } as const
    await audit(tx, { clock, actor: { kind: 'system', job: 'demonstration' } }, entry)
  }
}
