/** The JSONB of payments, as it is stored with invoices and saved addresses. */
import { z } from 'zod'
import { jsonColumn, TextsByName } from '../../kernel/db/json-column.ts'

const PartnerAnswer = z.object({
  action: z.string().nullable(),
  fields: TextsByName,
  qr: z.string().nullable(),
  address: z.string().nullable(),
  tag: z.string().nullable(),
})
/** What the partner answered when the payment was opened. */
export type PartnerAnswer = z.infer<typeof PartnerAnswer>

const PublicData = z.object({
  qr: z.string().exactOptional(),
  message: TextsByName.exactOptional(),
  paymentCode: z.string().exactOptional(),
})
export type PublicData = z.infer<typeof PublicData>

export const readFields = jsonColumn('payments.invoices.fields', TextsByName)
export const readPublicData = jsonColumn('payments.invoices.public_data', PublicData)
/** Null until the partner has answered. */
export const readPartnerAnswer = jsonColumn('payments.invoices.partner_answer', PartnerAnswer.nullable())
export const readAddressFields = jsonColumn('payments.addresses.fields', TextsByName)
