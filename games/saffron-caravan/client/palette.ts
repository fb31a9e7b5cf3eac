// Saffron Caravan: the last low sun over dunes; light comes flat from the right, shadows are plum.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: 0.75, y: -0.6 }
export const shadow = '#2a0a1e'

const dusk = '#3a0f2a'

export const camel: Material = {
  fill: ['#ffe0a3', '#dd964f', '#8f4c3a'],
  rim: '#fff3cf',
  shade: '#52203a',
  outline: dusk,
}
export const cloth: Material = {
  fill: ['#ff8f6e', '#d22f55', '#6f1250'],
  rim: '#ffe0c0',
  shade: '#430a3e',
  outline: dusk,
}
export const brass: Material = {
  fill: ['#fff4b4', '#f2b53d', '#99501f'],
  rim: '#ffffe6',
  shade: '#5a2318',
  outline: dusk,
}
export const petalMaterial: Material = {
  fill: ['#f0c9ff', '#a95ff0', '#521a9e'],
  rim: '#fff0ff',
  shade: '#2c0a66',
  outline: '#220645',
}
export const canvas: Material = {
  fill: ['#fff2d4', '#f0c48a', '#a8605a'],
  rim: '#ffffff',
  shade: '#5e2548',
  outline: dusk,
}
export const turquoise: Material = {
  fill: ['#d6fff4', '#35c4b5', '#0d5f7c'],
  rim: '#ffffff',
  shade: '#073a5c',
  outline: '#06243a',
}
export const spice: Material = {
  fill: ['#ffe27a', '#ff9a1f', '#c5400f'],
  rim: '#fff8c8',
  shade: '#7a1d0e',
  outline: '#4a120e',
}
export const clay: Material = {
  fill: ['#f7b98e', '#b5603f', '#5f2632'],
  rim: '#ffe6cc',
  shade: '#360f28',
  outline: dusk,
}
export const carpet: Material = {
  fill: ['#ff8f7a', '#c22450', '#6a0f4c'],
  rim: '#ffe2d0',
  shade: '#3d0838',
  outline: dusk,
}
export const palm: Material = {
  fill: ['#e2f59a', '#6fb04a', '#1d5c4a'],
  rim: '#fcffdc',
  shade: '#0c3340',
  outline: '#0a2430',
}
export const sun: Material = {
  fill: ['#fffbe0', '#ffd257', '#ff8a2a'],
  rim: '#ffffff',
  shade: '#b8401a',
  body: 'round',
  outline: '#6e1a1e',
}
