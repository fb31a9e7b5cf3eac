/** Fields that the calls of every outside studio have. */
import { z } from 'zod'

/** PostgreSQL text can contain neither NUL nor an unpaired surrogate. */
export const WireId = z
  .string()
  .min(1)
  .max(128)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))
export const WireAmount = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
