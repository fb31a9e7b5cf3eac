// Lantern Harbour: paper light on an indigo night; everything is lit from the upper left by lanterns.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: -0.55, y: -0.8 }
export const shadow = '#05051c'

const night = '#1c0a34'

export const paper: Material = {
  fill: ['#ffd27a', '#ff7a3d', '#d92b3a', '#7d1140'],
  rim: '#fff0c4',
  shade: '#4a0a3a',
  body: 'round',
  outline: night,
}
export const gold: Material = {
  fill: ['#fff3b8', '#f3b749', '#a3581d'],
  rim: '#fffbe0',
  shade: '#5b2411',
  outline: night,
}
export const wood: Material = {
  fill: ['#c9784a', '#8a3f35', '#431a35'],
  rim: '#ffc78a',
  shade: '#240a2a',
  outline: night,
}
export const sail: Material = {
  fill: ['#ffe6b0', '#f59a4e', '#c53a44'],
  rim: '#fff6d6',
  shade: '#6d1440',
  outline: night,
}
export const scale: Material = {
  fill: ['#ffc15e', '#ff6b35', '#c4232f'],
  rim: '#fff0cf',
  shade: '#5e0b32',
  outline: night,
}
export const pearl: Material = {
  fill: ['#ffffff', '#f6e4ee', '#b79cd0'],
  rim: '#ffffff',
  shade: '#5b3f8e',
  outline: night,
}
export const lotus: Material = {
  fill: ['#ffe3f1', '#ff86b8', '#b52a84'],
  rim: '#ffffff',
  shade: '#5b0f66',
  outline: night,
}
export const steel: Material = {
  fill: ['#d4ecff', '#6fa6e0', '#2d4a9c'],
  rim: '#ffffff',
  shade: '#131a5c',
  outline: '#0b0b33',
}
export const celadon: Material = {
  fill: ['#e6fff0', '#7fdcb6', '#1f7f86'],
  rim: '#ffffff',
  shade: '#0b3b58',
  outline: '#08183a',
}
export const moon: Material = {
  fill: ['#fffdf0', '#ffe9a8', '#f0b04e'],
  rim: '#ffffff',
  shade: '#a3542c',
  body: 'round',
  outline: '#3a1440',
}
