import { parts, Scene } from './scene';

const { block, sun, cut, ray } = parts;

/** An account is open: the sun rises in the counter window. */
export const AccountScene = () => (
  <Scene>
    <path className={block} d="M24 108V64a56 56 0 0 1 112 0v44h-16V66a40 40 0 0 0-80 0v42z" />
    <path className={sun} d="M54 108a26 26 0 0 1 52 0z" />
    <path className={ray} d="M80 74V60M60 80l-8-11M100 80l8-11M48 94l-6-4M112 94l6-4" />
    <path className={block} d="M10 108h140v8H10z" />
    <path className={cut} d="M32 96V68M30 60l3-9M37 41l6-8M128 96V68M130 60l-3-9M123 41l-6-8M72 18h16" />
  </Scene>
);

/** First money: a coin comes down on a pile. */
export const MoneyScene = () => (
  <Scene>
    <path
      className={block}
      d="M30 74h64a6 6 0 0 1 0 14H30a6 6 0 0 1 0-14zM40 92h68a6 6 0 0 1 0 14H40a6 6 0 0 1 0-14z"
    />
    <path className={block} d="M44 56h60a6 6 0 0 1 0 14H44a6 6 0 0 1 0-14zM10 108h140v8H10z" />
    <circle className={sun} cx="86" cy="28" r="20" />
    <path className={cut} d="M93 21a10 10 0 1 0 0 14M72 26h14M72 31h12" />
    <path className={cut} d="M40 81h10M56 81h26M50 99h26M84 99h14M56 63h8M72 63h22" />
    <path className={ray} d="M58 12l-8-5M56 28H45M116 12l8-5M116 28h12" />
  </Scene>
);

/** A card, on its way. */
export const CardScene = () => (
  <Scene>
    <g transform="rotate(-9 80 58)">
      <rect className={block} x="24" y="22" width="112" height="72" rx="10" />
      <path className={cut} d="M36 40h30M36 80h14M56 80h14M76 80h14M96 80h8M36 68h22" />
      <rect className={sun} x="36" y="48" width="18" height="14" rx="3" />
      <circle className={sun} cx="116" cy="76" r="11" />
      <path className={cut} d="M106 34a14 14 0 0 1 18 0M110 40a8 8 0 0 1 10 0" />
    </g>
    <path className={block} d="M10 108h140v8H10z" />
    <path className={ray} d="M8 40h8M4 54h12M8 68h8" />
  </Scene>
);

/** An identity is verified: a document with its seal. */
export const IdentityScene = () => (
  <Scene>
    <rect className={block} x="20" y="18" width="108" height="78" rx="8" />
    <path className={cut} d="M80 36h34M80 48h26M80 60h30M32 82h36" />
    <path className={cut} d="M36 72c0-12 8-16 15-16s15 4 15 16M43 44a8 8 0 1 1 16 0a8 8 0 1 1-16 0" />
    <circle className={sun} cx="122" cy="82" r="22" />
    <path className={block} d="M10 108h140v8H10z" />
    <path className={cut} d="M112 82l7 8 14-16" />
  </Scene>
);

/** All is read: an open letter, and evening. */
export const ReadScene = () => (
  <Scene>
    <circle className={sun} cx="80" cy="38" r="24" />
    <path className={ray} d="M80 8V2M50 20l-5-4M110 20l5-4M42 40h-8M118 40h8" />
    <path className={block} d="M30 54l50 30 50-30v50H30z" />
    <path className={cut} d="M34 100l32-24M126 100L94 76M44 68l8 5M116 68l-8 5" />
    <path className={block} d="M10 108h140v8H10z" />
  </Scene>
);
