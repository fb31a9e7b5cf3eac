/** The rules of player protection of a country, and where each comes from. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const explainPolicy = endpoint({
  method: 'GET',
  path: '/api/policies/{place}',
  access: 'operator',
  scope: 'protection:read',
  summary: 'Each rule of player protection for a country or province, such as DE or CA-ON, its file and its source',
  params: z.object({ place: z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, 'is a country such as DE, or CA-ON') }),
  reply: z.object({
    /** Named in LICENCES: the terms of its licence apply. */
    isLicensed: z.boolean(),
    rules: z.array(
      z.object({ name: z.string(), value: z.unknown(), description: z.string(), file: z.string(), source: z.string() }),
    ),
  }),
})
