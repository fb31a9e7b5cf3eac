/** Operator commands for the chain: sweeping deposit addresses to one address. */
import { readFile } from 'node:fs/promises'
import { loadEvm } from './from-settings.ts'
import { CommandError, type DatabaseContext, type DatabaseCommands } from '../kernel/operator-commands.ts'

export const chainCommands: DatabaseCommands = {
  sweep: {
    usage: 'sweep <file with the xprv> [<to>]',
    about: "Moves ETH and USDT from players' addresses to the hot wallet, or to an address",
    run: (context, words) => sweepAll(context, words),
  },
}

async function sweepAll(context: DatabaseContext, [path, to]: string[]): Promise<number> {
  if (!path) throw new CommandError('Enter the file with the extended private key of the deposit addresses (xprv…).')
  const loaded = await loadEvm(context.settings, context)
  if (!loaded) throw new CommandError('No EVM chain is configured (CHAIN_EVM_RPC_URL).')
  const { parts, openSweepKeys, sweep } = loaded
  const destination = to ?? parts.hotWallet?.address
  if (!destination) throw new CommandError('Enter the address to sweep to: no hot wallet is configured here.')
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`Cannot read ${path}.`)
  })
  const { moves, waiting, unbooked, short } = await (async () =>
    sweep(parts, openSweepKeys(text, parts.key), destination))().catch((error: Error) => {
    throw new CommandError(`The sweep did not complete: ${error.message}.`)
  })
  for (const { kind, child, address, currency, raw, hash } of moves)
    context.print(
      [
        kind.padEnd(8),
        String(child).padStart(7),
        address,
        `${raw} ${currency === 'ETH' ? 'wei' : `units of ${currency}`}`.padStart(34),
        hash,
      ].join('  '),
    )
  if (waiting > 0) context.print(`${waiting} addresses have transactions in no block that was read yet.`)
  if (unbooked > 0)
    context.print(`${unbooked} addresses hold more than is booked; the rest stays there until it is (list-flagged).`)
  if (short > 0) context.print(`${short} addresses have tokens, but no other address has enough coins for their fee.`)
  const isAgain = waiting > 0 || moves.some(({ kind }) => kind === 'fuelled')
  context.print(
    isAgain
      ? 'Sweep again once these are in a block, to move the tokens whose fee was sent now.'
      : `${moves.length} moved to ${destination}.`,
  )
  return isAgain ? 3 : 0
}
