/** A tournament by its identity. There are none yet, so this is a 404. */
import { defineRoute } from '../../render/page.ts'
import { route as notFound } from '../not-found.tsx'

export const route = defineRoute(notFound)
