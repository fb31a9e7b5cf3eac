/** Deposits and payouts on chains: addresses, blocks, sweeps and transfers. Other contexts import only this file. */
export { type Chain, hasSandboxChain, loadChain } from './from-settings.ts'
export { findOnChain } from './find-on-chain.ts'
export { partnerName, type PaymentsCallbacks } from './parts.ts'
export { chainFaults, chainShape, deriveChain } from './settings.ts'
