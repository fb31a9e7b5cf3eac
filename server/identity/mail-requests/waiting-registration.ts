/** A registration with an unconfirmed address, its password hashed, as it is stored until its link is opened. */
import { z } from 'zod'
import { jsonColumn, TextsByName } from '../../kernel/db/json-column.ts'

const WaitingRegistration = z.object({
  nickname: z.string().optional(),
  passwordHash: z.string().nullable(),
  country: z.string(),
  currency: z.string(),
  locale: z.string().optional(),
  hasAgreed: z.boolean(),
  receivesEmailPromo: z.boolean().exactOptional(),
  receivesSmsPromo: z.boolean().exactOptional(),
  bonusCode: z.string().optional(),
  fingerprint: z.string().nullish(),
  affiliateTag: z.string().nullish(),
  details: TextsByName.exactOptional(),
  securityAnswer: z.object({ question: z.string(), hash: z.string() }).nullable().exactOptional(),
})
export type WaitingRegistration = z.infer<typeof WaitingRegistration>

/** Null once the registration was confirmed: only the row without its data remains. */
export const readRegistration = jsonColumn(
  'identity.mail_requests.registration',
  z.union([z.strictObject({}).transform(() => null), WaitingRegistration]),
)
