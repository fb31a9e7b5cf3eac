/** A tournament by its identity. None is held yet, so none is found. */
import { defineRoute } from '../../render/page.ts'
import { route as notFound } from '../not-found.tsx'

export const route = defineRoute(notFound)
