/** The connections that the operator offers: a list of the content, where names and order are the operator's as well. */
import { z } from 'zod'
import type { Ctx } from '../../../deps.ts'

type Needs = Pick<Ctx, 'content' | 'caller'>

/** Ids stand in addresses. */
const Entry = z.object({ id: z.string().regex(/^[A-Za-z0-9][\w-]{0,63}$/), label: z.string().optional() })
const Listed = z.object({ social: z.object({ socialAuth0Connections: z.array(Entry) }) })

export function listedConnections(needs: Needs): string[] {
  return entriesOf(needs).map(({ id }) => id)
}

export function nameOfConnection(needs: Needs, connection: string): string | undefined {
  return entriesOf(needs).find(({ id }) => id === connection)?.label
}

function entriesOf({ content, caller }: Needs): Array<z.infer<typeof Entry>> {
  const read = Listed.safeParse(content.read(caller.locale, 'global-components'))
  return read.success ? read.data.social.socialAuth0Connections : []
}
