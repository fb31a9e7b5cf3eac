/** A quest whose task can never be completed is not offered: who is verified cannot become it again. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { isVerified } from '../../players/is-verified.ts'
import type { QuestData } from '../quest-kind.ts'

export const asksVerification = ({ tasks }: QuestData): boolean => tasks.some(({ kind }) => kind === 'verification')

export async function isOpenTo(db: Kysely<Tables>, playerId: string, data: QuestData): Promise<boolean> {
  return !asksVerification(data) || !(await isVerified(db, playerId))
}
