import { Capabilities } from './capabilities.tsx';
import { Closing } from './closing.tsx';
import { Hero } from './hero.tsx';
import { LookInside } from './look-inside.tsx';
import { ThreeFaces } from './three-faces.tsx';

export default function Home() {
  return (
    <>
      <Hero />
      <LookInside />
      <Capabilities />
      <ThreeFaces />
      <Closing />
    </>
  );
}
