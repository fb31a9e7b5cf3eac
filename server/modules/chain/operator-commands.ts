/** The house's own chain: moving what arrived at players' addresses to where it is kept. */
import { readFile } from 'node:fs/promises'
import { loadEvm } from './from-settings.ts'
import { CommandError, type OperatorContext, type OperatorCommands } from '../../platform/operator-commands.ts'

export const chainCommands: OperatorCommands = {
  sweep: {
    usage: 'sweep <file with the xprv> [<to>]',
    about: "Moves ETH and USDT from players' addresses to the hot wallet, or to an address",
    run: (desk, words) => sweepAll(desk, words),
  },
}

async function sweepAll(desk: OperatorContext, [path, to]: string[]): Promise<number> {
  if (!path) throw new CommandError('Name the file with the extended private key of the deposit addresses (xprv…).')
  const loaded = await loadEvm(desk.settings, desk)
  if (!loaded) throw new CommandError('No EVM chain is set up (CHAIN_EVM_RPC_URL).')
  const { parts, openSweepKeys, sweep } = loaded
  const destination = to ?? parts.hotWallet?.address
  if (!destination) throw new CommandError('Name the address to sweep to: no hot wallet is set up here.')
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`${path} cannot be read.`)
  })
  const { moves, waiting, short } = await (async () =>
    sweep(parts, openSweepKeys(text, parts.key), destination))().catch((error: Error) => {
    throw new CommandError(`Nothing, or not all, was swept: ${error.message}.`)
  })
  for (const { kind, child, address, currency, raw, hash } of moves)
    desk.say(
      [
        kind.padEnd(8),
        String(child).padStart(7),
        address,
        `${raw} ${currency === 'ETH' ? 'wei' : `units of ${currency}`}`.padStart(34),
        hash,
      ].join('  '),
    )
  if (waiting > 0) desk.say(`${waiting} addresses wait for a block.`)
  if (short > 0) desk.say(`${short} addresses have tokens, and no other address has the coins for their fee.`)
  const isAgain = waiting > 0 || moves.some(({ kind }) => kind === 'fuelled')
  desk.say(
    isAgain
      ? 'Sweep again once these are in a block: what was fuelled is moved then.'
      : `${moves.length} moved to ${destination}.`,
  )
  return isAgain ? 3 : 0
}
