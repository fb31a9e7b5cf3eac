/** `npm run operator -- secret …`: replacing SECRET. */
import { randomBytes } from 'node:crypto'
import type { DatabaseCommands, DatabaseContext } from '../operator-commands.ts'
import { liabilitiesKeyOf, webPushKeyOf } from '../secret.ts'
import { secretInUse } from './accept-secret.ts'
import { examine } from './renew.ts'

const dayMs = 86_400_000

export const secretCommands: DatabaseCommands = {
  status: {
    usage: 'status',
    about: 'Lists what still needs a former SECRET; exit code 1 if anything does',
    run: status,
  },
  keys: {
    usage: 'keys',
    about: 'Prints the keys to set before SECRET is replaced, so that players recognise reports and keep notifications',
    run: async ({ settings, print }) => {
      print(`LIABILITIES_KEY=${liabilitiesKeyOf(settings).toString('base64url')}`)
      print(`WEB_PUSH_KEY=${webPushKeyOf(settings).toString('base64url')}`)
    },
  },
}

async function status(context: DatabaseContext): Promise<number> {
  const { clock, print } = context
  const since = (await secretInUse(context))?.since
  if (!since) {
    print('The site has not been started with this database yet.')
    return 1
  }
  print(`SECRET is in use since ${since.toISOString().slice(0, 16)}Z.`)
  const found = await examine({ ...context, randomBytes }, context.sealedData, { isRenewed: false })
  const needed = found.filter(({ former }) => former > 0).map(({ what, former }) => `${former} ${what}`)
  for (const { what, unreadable } of found)
    if (unreadable > 0) print(`Neither SECRET nor FORMER_SECRETS opens: ${unreadable} ${what}.`)
  const signed: string[] = []
  for (const { what, count } of context.signedData) {
    const many = await count(context, since)
    if (many > 0) signed.push(`${many} ${what}`)
  }
  if (clock.now().getTime() - since.getTime() < dayMs)
    signed.push('links, codes and support chats of guests from before the change, which end within a day')
  for (const line of needed) print(`Encrypted with a former secret: ${line}; the running site encrypts them again.`)
  for (const line of signed) print(`Signed with a former secret: ${line}.`)
  if (needed.length + signed.length > 0 || found.some(({ unreadable }) => unreadable > 0)) return 1
  print('Nothing needs a former secret: FORMER_SECRETS can be removed.')
  return 0
}
