/** Changes an exchange rate in an uncommitted transaction while another operation runs. */
import type { Deps } from '#server/deps.ts'
import { addVersion, lockSubject, readVersion } from '#server/reference/versions.ts'
import { untilOneWaits } from './lock-waits.ts'
import { operator } from './operator.ts'

type AsOwner = (sql: string) => Promise<{ rows: unknown[] }>
type App = { deps: Pick<Deps, 'db' | 'clock'>; asOwner: AsOwner }

/** Commits once `counting` waits for it or has ended without waiting; resolves when both are complete. */
export async function changeRate(
  { deps: { db, clock }, asOwner }: App,
  { code, rate }: { code: string; rate: number },
  meanwhile: () => Promise<{ counting: Promise<unknown> }>,
): Promise<void> {
  const { counting } = await db.transaction(async (tx) => {
    await lockSubject(tx, 'rates')
    const { data } = (await readVersion(tx, 'rates'))!
    await addVersion(tx, { clock, actor: operator }, 'rates', {
      data: { ...data, [code]: rate },
      comment: 'for a test',
    })
    const begun = await meanwhile()
    await Promise.race([begun.counting, untilOneWaits({ asOwner })])
    return begun
  })
  await counting
}
