/** Prepares the optional registration fields that operators can enable for storage. */
import type { Ctx } from '../../deps.ts'
import { hashPassword, normalAnswer, type SecurityAnswer } from '../../identity/index.ts'

export type FurtherFields = {
  receiveBonus?: 0 | 1 | undefined
  securityQuestion?: string | undefined
  securityAnswer?: string | undefined
  language?: string | undefined
  age?: number | string | undefined
}
export type PreparedFields = { details: Record<string, string>; securityAnswer: SecurityAnswer | null }

/** Fields that are not configured are dropped. The answer is stored as a hash, like a password. */
export async function prepareFurtherFields(ctx: Ctx, input: FurtherFields): Promise<PreparedFields> {
  const { fields } = ctx.settings.registration
  const { language, age, receiveBonus, securityQuestion, securityAnswer } = input
  const values = { language, age, receiveBonus }
  const details = Object.fromEntries(
    Object.entries(values)
      .filter(([id, value]) => fields.has(id) && value !== undefined && value !== '')
      .map(([id, value]) => [id, String(value)]),
  )
  if (!fields.has('securityQuestion') || !securityQuestion || !securityAnswer) return { details, securityAnswer: null }
  const hash = await hashPassword(normalAnswer(securityAnswer), ctx.randomBytes(16))
  return { details, securityAnswer: { question: securityQuestion, hash } }
}
