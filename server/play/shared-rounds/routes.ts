import * as contract from '#contract/shared-rounds.ts'
import { bind } from '../../kernel/http/bind.ts'
import { readSharedRound, readSharedTable } from './read-shared-rounds.ts'

export const routes = [bind(contract.readSharedTable, readSharedTable), bind(contract.readSharedRound, readSharedRound)]
