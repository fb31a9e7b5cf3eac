/**
 * A worthless USDT for the sandbox's chain, assembled here from instructions, so that no binary has to be trusted. It is
 * the part of ERC-20 that payments use, and anyone can mint it. In Solidity:
 *
 *   contract TestToken {
 *     mapping(address => uint256) public balanceOf;
 *     uint256 public totalSupply;
 *     string public name = "Test Tether";  string public symbol = "USDT";  uint8 public decimals = 6;
 *     event Transfer(address indexed from, address indexed to, uint256 value);
 *     function transfer(address to, uint256 value) external returns (bool) {
 *       require(balanceOf[msg.sender] >= value);
 *       balanceOf[msg.sender] -= value;  balanceOf[to] += value;
 *       emit Transfer(msg.sender, to, value);  return true;
 *     }
 *     function mint(address to, uint256 value) external returns (bool) {
 *       require(value < 2 ** 128);
 *       totalSupply += value;  balanceOf[to] += value;
 *       emit Transfer(address(0), to, value);  return true;
 *     }
 *   }
 *
 * A balance is in the storage slot numbered by its address; the supply is in slot 2^160, which no address can have.
 */
import { type Hex, toFunctionSelector, toHex } from 'viem'

const operations: Record<string, number> = {
  ADD: 0x01,
  SUB: 0x03,
  LT: 0x10,
  EQ: 0x14,
  AND: 0x16,
  SHL: 0x1b,
  SHR: 0x1c,
  CALLER: 0x33,
  CALLVALUE: 0x34,
  CALLDATALOAD: 0x35,
  CODECOPY: 0x39,
  POP: 0x50,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  JUMPDEST: 0x5b,
  PUSH0: 0x5f,
  DUP1: 0x80,
  DUP2: 0x81,
  DUP3: 0x82,
  DUP4: 0x83,
  SWAP1: 0x90,
  LOG3: 0xa3,
  RETURN: 0xf3,
  REVERT: 0xfd,
}

const functions = {
  'name()': 'name',
  'symbol()': 'symbol',
  'decimals()': 'decimals',
  'totalSupply()': 'supply',
  'balanceOf(address)': 'balance',
  'transfer(address,uint256)': 'transfer',
  'mint(address,uint256)': 'mint',
}
const dispatch = Object.entries(functions)
  .map(([signature, label]) => `DUP1 ${toFunctionSelector(signature)} EQ @${label} JUMPI`)
  .join('\n')

/** Returns a text: memory contains its offset, its length and its bytes. */
function answerText(text: string): string {
  const padded = toHex(text).slice(2).padEnd(64, '0')
  return `0x20 PUSH0 MSTORE ${toHex(text.length, { size: 1 })} 0x20 MSTORE 0x${padded} 0x40 MSTORE 0x60 PUSH0 RETURN`
}

const addressMask = `0x${'ff'.repeat(20)}`
const supplySlot = '0x01 0xa0 SHL'
const transferEvent = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Comments show the stack with its top at the right. `name:` marks a jump target, `@name` pushes it. */
const source = `
CALLVALUE @refuse JUMPI
PUSH0 CALLDATALOAD 0xe0 SHR          ; selector
${dispatch}
refuse: PUSH0 PUSH0 REVERT
name: ${answerText('Test Tether')}
symbol: ${answerText('USDT')}
decimals: 0x06 @answer JUMP
supply: ${supplySlot} SLOAD @answer JUMP
balance: 0x04 CALLDATALOAD ${addressMask} AND SLOAD @answer JUMP
answer: PUSH0 MSTORE 0x20 PUSH0 RETURN
transfer: 0x24 CALLDATALOAD          ; value
CALLER SLOAD                         ; value, balance
DUP2 DUP2 LT @refuse JUMPI           ; value, balance
DUP2 SWAP1 SUB CALLER SSTORE         ; value
CALLER @credit JUMP                  ; value, from
mint: 0x24 CALLDATALOAD              ; value
DUP1 0x80 SHR @refuse JUMPI          ; value
${supplySlot} SLOAD DUP2 ADD ${supplySlot} SSTORE
PUSH0 @credit JUMP                   ; value, zero
credit: 0x04 CALLDATALOAD ${addressMask} AND   ; value, from, to
DUP1 SLOAD DUP4 ADD DUP2 SSTORE      ; value, from, to
DUP3 PUSH0 MSTORE SWAP1              ; value, to, from
${transferEvent} 0x20 PUSH0 LOG3     ; value
POP 0x01 @answer JUMP
`

/** Assembles the source. Hexadecimal words become a push of their length, references a push of two bytes. */
function assemble(text: string): string {
  const words = text.replaceAll(/;.*$/gm, '').split(/\s+/).filter(Boolean)
  const labels: Record<string, number> = {}
  const parts = words.map((word): string | { label: string } => {
    if (word.endsWith(':')) return { label: word }
    if (word.startsWith('@')) return { label: word }
    if (word.startsWith('0x')) return (0x5f + (word.length - 2) / 2).toString(16) + word.slice(2)
    return operations[word]!.toString(16).padStart(2, '0')
  })
  let offset = 0
  for (const part of parts) {
    if (typeof part === 'string') offset += part.length / 2
    else if (part.label.endsWith(':')) labels[part.label.slice(0, -1)] = offset++
    else offset += 3
  }
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      return part.label.endsWith(':') ? '5b' : `61${labels[part.label.slice(1)]!.toString(16).padStart(4, '0')}`
    })
    .join('')
}

const runtime = assemble(source)
const size = toHex(runtime.length / 2, { size: 2 })
/** Init code that returns the code after it as the contract; it is thirteen bytes long. */
const constructor = assemble(`${size} 0x000d PUSH0 CODECOPY ${size} PUSH0 RETURN`)

export const testTokenCode: Hex = `0x${constructor}${runtime}`
