// Tidepool: clear shallow water at noon; sun comes straight down in rays, corals answer in warm colours.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: -0.3, y: -0.95 }
export const shadow = '#012033'

const deep = '#052a45'

export const octopus: Material = {
  fill: ['#ffc2a8', '#ff6f61', '#b3255f', '#7a1a5c'],
  rim: '#fff0dc',
  shade: '#52103f',
  outline: '#330a2c',
}
export const crab: Material = {
  fill: ['#ffd29a', '#ff7a2e', '#c0301c'],
  rim: '#fff4d6',
  shade: '#6b1210',
  outline: '#380a0a',
}
export const fish: Material = {
  fill: ['#ffe98a', '#ffb21f', '#e06a10'],
  rim: '#fffbe0',
  shade: '#8f3408',
  outline: '#3d1806',
}
export const fin: Material = {
  fill: ['#7fe9ff', '#2a8fe0', '#1a4aa8'],
  rim: '#ffffff',
  shade: '#0d2a72',
  outline: '#071a48',
}
export const starfish: Material = {
  fill: ['#ffb8d8', '#f2589a', '#a31f72'],
  rim: '#fff0f6',
  shade: '#5e0f4c',
  outline: '#36082e',
}
export const scallop: Material = {
  fill: ['#fff6ea', '#ffc9b0', '#e0827a'],
  rim: '#ffffff',
  shade: '#8f3d52',
  outline: '#4a1a30',
}
export const urchin: Material = {
  fill: ['#cdb5ff', '#7a52e0', '#35209a'],
  rim: '#f2eaff',
  shade: '#1c0f5e',
  body: 'round',
  outline: '#120a3d',
}
export const shell: Material = {
  fill: ['#fff3d0', '#e8b878', '#a1653f'],
  rim: '#ffffff',
  shade: '#5a2f26',
  outline: '#2e1614',
}
export const kelp: Material = {
  fill: ['#d2ff9a', '#55c46a', '#0d7a6a'],
  rim: '#f8ffe0',
  shade: '#064a4c',
  outline: '#033138',
}
export const pearl: Material = {
  fill: ['#ffffff', '#fff2f4', '#d9c6f0', '#a8b8e8'],
  rim: '#ffffff',
  shade: '#6a6cb8',
  body: 'round',
  outline: '#3a3a78',
}
export const nacre: Material = {
  fill: ['#e6fffb', '#9fd8ea', '#6a8fd0'],
  rim: '#ffffff',
  shade: '#3a4a98',
  outline: deep,
}
export const jelly: Material = {
  fill: ['#ffffff/.95', '#c9a8ff/.9', '#7a5cf0/.85'],
  rim: '#ffffff',
  shade: '#4a2ac0',
  outline: '#2a1680',
}
