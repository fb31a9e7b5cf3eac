/**
 * `npm run operator -- <command> …` runs a command of the desk with a person's token; the few operations that need the
 * database itself are `npm run operator -- <subject> <command> …`.
 */
import { readCommands } from './operator/commands.ts'
import { usageOf } from './operator/help.ts'
import { runDeskCommand } from './operator/run.ts'

// Whoever reads the output may stop before its end, such as `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

async function run(words: string[]): Promise<number> {
  const commands = readCommands()
  const ended = await runDeskCommand(commands, words)
  if (ended !== null) return ended
  // Loaded only here: it is the whole server.
  const { databaseUsage, runOnDatabase } = await import('./operator/database.ts')
  if (words.length > 0 && words[0] !== 'help' && words[0] !== '--help') return runOnDatabase(words)
  console.log(`${usageOf(commands)}\n\n${databaseUsage()}`)
  return words.length > 0 ? 0 : 2
}

process.exitCode = await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  return 1
})
