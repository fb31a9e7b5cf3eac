#!/usr/bin/env node
/** `fairhouse-audit FOLDER [--day YYYY-MM-DD]`, or a player's own FILE: status 0 without findings, 1 with findings, 2 for what cannot be read. */
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { auditFolder } from './audit-folder.ts'
import { auditOwnFile } from './own-file.ts'
import { unpack } from './read-folder.ts'
import { BadExport } from './records.ts'

const usage = 'Usage: fairhouse-audit FOLDER [--day YYYY-MM-DD], or fairhouse-audit FILE'

async function run(words: string[]): Promise<number> {
  let parsed
  try {
    parsed = parseArgs({ args: words, allowPositionals: true, options: { day: { type: 'string' } } })
  } catch (error) {
    throw new BadExport(`${(error as Error).message} ${usage}`)
  }
  const [folder, ...more] = parsed.positionals
  if (folder === undefined || more.length > 0) throw new BadExport(usage)
  const { day } = parsed.values
  const isFile = await stat(folder).then(
    (found) => found.isFile(),
    () => false,
  )
  if (isFile && day !== undefined)
    throw new BadExport(`${folder} is a file: --day is for the export of a day. ${usage}`)
  const own = isFile ? await auditOwnFile(unpack(folder), basename(folder)) : null
  if (own) console.log(`The file of player ${own.playerId ?? '?'}, written at ${own.madeAt}.`)
  const { findings, counts, from, to } = own ?? (await auditFolder(folder, day === undefined ? {} : { day }))
  console.log(
    `From ${from} to ${to}: ${counts.players} players, ${counts.pairs} seed pairs, ${counts.rounds} rounds, ${counts.entries} entries.`,
  )
  console.log(`${counts.recomputed} rounds were recalculated from their seeds.`)
  if (counts.draws > 0)
    console.log(`${counts.recomputedDraws} of ${counts.draws} draws of jackpots were recalculated from their seeds.`)
  if (counts.unrevealed > 0)
    console.log(
      `The outcomes of ${counts.unrevealed} rounds cannot be checked yet: their players have not revealed their seeds.`,
    )
  for (const { code, where, text } of findings.listed) console.log(`${code}: ${where}: ${text}.`)
  for (const [code, count] of findings.counts) console.log(`${count} × ${code}`)
  if (findings.counts.size === 0) console.log('Everything agrees.')
  return findings.counts.size === 0 ? 0 : 1
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof BadExport)) throw error
  console.error(error.message)
  return 2
})
