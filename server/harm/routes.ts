import * as contract from '#contract/harm.ts'
import { bind } from '../kernel/http/bind.ts'
import { contestHarmMarker } from './contest-harm-marker.ts'
import { listHarmMarkers } from './list-harm-markers.ts'

export const routes = [
  bind(contract.listHarmMarkers, listHarmMarkers),
  bind(contract.contestHarmMarker, contestHarmMarker),
]
