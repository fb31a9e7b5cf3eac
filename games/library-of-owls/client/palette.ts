// Library of Owls: walnut, brass, old paper and green glass by lamplight; the light comes from above left.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: -0.5, y: -0.8 }
export const shadow = '#0a0603'

const umber = '#1c0d04'

export const brass: Material = {
  fill: ['#fff4c4', '#ecc05c', '#a06c20', '#f6da8c'],
  rim: '#fffbe6',
  shade: '#54320a',
  outline: '#281604',
}
export const walnut: Material = {
  fill: ['#c88950', '#84491f', '#4a240c'],
  rim: '#f0bf88',
  shade: '#2a1204',
  outline: umber,
}
export const paper: Material = {
  fill: ['#fffdf2', '#f6e8c4', '#d2b682'],
  rim: '#ffffff',
  shade: '#8a6a38',
  outline: '#3a2408',
}
export const crimson: Material = {
  fill: ['#ff9a86', '#c22e3a', '#6e0e26'],
  rim: '#ffd0c0',
  shade: '#400414',
  outline: '#22020a',
}
export const ultramarine: Material = {
  fill: ['#a8ccff', '#3f74d6', '#173286'],
  rim: '#e0eeff',
  shade: '#0a1850',
  outline: '#050c2c',
}
export const emerald: Material = {
  fill: ['#d4ffd8', '#3fc07c', '#0c6a4a'],
  rim: '#f2fff4',
  shade: '#033828',
  outline: '#021c14',
}
export const tawny: Material = {
  fill: ['#ffd79a', '#c8803c', '#7c4418'],
  rim: '#ffecc8',
  shade: '#48220a',
  outline: umber,
}
export const down: Material = {
  fill: ['#fffaf0', '#f4dcb4', '#cfa66e'],
  rim: '#ffffff',
  shade: '#8c6030',
  outline: umber,
}
export const amber: Material = {
  fill: ['#fff6a8', '#ffc428', '#e0760c'],
  rim: '#ffffff',
  shade: '#8a3c04',
  body: 'round',
  outline: '#2c1402',
}
export const glass: Material = {
  fill: ['#f4feff', '#bfe4ee', '#6ea8c0'],
  rim: '#ffffff',
  shade: '#2c6480',
  outline: '#0e2c3c',
}
export const ink: Material = {
  fill: ['#8c86d8', '#3a3484', '#16123e'],
  rim: '#d4d0ff',
  shade: '#0a0824',
  outline: '#040314',
}
