/** `npm run operator -- liabilities …`: the published reports of what is owed to players. */
import { randomBytes } from 'node:crypto'
import type { LiabilityReport } from '#contract/liabilities.ts'
import { prepareNextKey } from '#games/studio/draw-keys.ts'
import { inHouseStudioKeys } from '../partners/game-studio/in-house-studio.ts'
import { audit } from '../kernel/audit.ts'
import { CommandError, type DatabaseCommands, type DatabaseContext } from '../kernel/operator-commands.ts'
import { readReports } from './list-liability-reports.ts'
import { publishReport } from './publish-report.ts'
import { verifyReport } from './verify-report.ts'

export const liabilityCommands: DatabaseCommands = {
  publish: {
    usage: 'publish',
    about: 'Publishes a report now; one is published every night anyway',
    run: async (context) => {
      const number = await publishReport({ ...context, randomBytes })
      context.print(`Report ${number} is published.`)
    },
  },
  show: {
    usage: 'show [<number>]',
    about: 'Prints the signed text of a report, by default of the latest',
    run: async (context, words) => {
      const [report] = await selectedReports(context, words, 1)
      context.print(report!.statement.trimEnd())
      context.print(`signature ${report!.signature}`)
      context.print(`public key ${report!.publicKey}`)
    },
  },
  'next-draw-key': {
    usage: 'next-draw-key',
    about: 'Makes a new key for drawing server seeds; pairs use it once the next report has announced it',
    run: async (context) => {
      const key = await prepareNextKey({ ...context, ...inHouseStudioKeys(context.settings.secret) })
      if (key === null) throw new CommandError('A new key waits for the next report already.')
      await context.db.transaction((tx) =>
        audit(tx, context, { action: 'draw-key-prepared', playerId: null, detail: { key } }),
      )
      context.print(`Key ${key} is named in the next report, and used from then on.`)
    },
  },
  verify: {
    usage: 'verify [<number>]',
    about: 'Calculates a report, by default every report, again; exit code 1 if anything differs',
    run: verify,
  },
}

async function verify(context: DatabaseContext, words: string[]): Promise<number> {
  let faulty = 0
  for (const report of await selectedReports(context, words)) {
    const faults = await verifyReport(context, report)
    if (faults.length > 0) faulty++
    context.print(`Report ${report.number}, ${report.madeAt}: ${faults.length === 0 ? 'correct' : faults.join('; ')}`)
  }
  return faulty === 0 ? 0 : 1
}

async function selectedReports(
  context: DatabaseContext,
  [number]: string[],
  most?: number,
): Promise<LiabilityReport[]> {
  const reports = await readReports(context, number === undefined ? most : undefined)
  if (reports.length === 0) throw new CommandError('No report was published yet.')
  if (number === undefined) return reports
  const found = reports.filter((report) => String(report.number) === number)
  if (found.length === 0) throw new CommandError(`There is no report ${number}.`)
  return found
}
