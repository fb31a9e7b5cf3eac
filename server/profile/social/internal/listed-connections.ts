/** The connections that the operator offers, with names and order, from the content. */
import { z } from 'zod'
import type { Ctx } from '../../../deps.ts'

/** Ids are restricted, because they are part of addresses. */
const Entry = z.object({ id: z.string().regex(/^[A-Za-z0-9][\w-]{0,63}$/), label: z.string().optional() })
const Listed = z.object({ social: z.object({ socialAuth0Connections: z.array(Entry) }) })

export function listedConnections(needs: Ctx): string[] {
  return entriesOf(needs).map(({ id }) => id)
}

export function nameOfConnection(needs: Ctx, connection: string): string | undefined {
  return entriesOf(needs).find(({ id }) => id === connection)?.label
}

function entriesOf({ content, caller }: Ctx): Array<z.infer<typeof Entry>> {
  const read = Listed.safeParse(content.read(caller.locale, 'global-components'))
  return read.success ? read.data.social.socialAuth0Connections : []
}
