import { useEffect, useRef, useState } from 'react';
import type { WriteCardRequest } from '@bank/contracts/cards';
import type { Msr605 } from './msr605';
import { serialPorts, WriterError, type WriterProblem } from './serial';
import { stripeOf, type StripeStep, writeStripe } from './stripe';

export type Writer = ReturnType<typeof useWriter>;

/** The connected writer of magnetic stripes, and what the person has to do for it. It is let go with the form. */
export function useWriter() {
  const [device, setDevice] = useState<Msr605>();
  const [isConnecting, setIsConnecting] = useState(false);
  const [problem, setProblem] = useState<WriterProblem>();
  const [step, setStep] = useState<StripeStep>();
  const work = useRef(new AbortController());
  const isEncoding = useRef(false);
  const isLet = useRef(false);
  useEffect(() => {
    isLet.current = false;
    return () => {
      isLet.current = true;
      work.current.abort();
    };
  }, []);
  useEffect(() => () => void device?.close(), [device]);
  const lose = () => {
    setDevice(undefined);
    // A write that it interrupts fails by itself.
    if (!isEncoding.current) setProblem('unplugged');
  };
  const connect = async () => {
    setProblem(undefined);
    setIsConnecting(true);
    try {
      const found = await openPort(lose);
      if (isLet.current) await found?.close();
      else setDevice(found);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setIsConnecting(false);
    }
  };
  /** Writes and reads back; false without a track to write. @throws WriterError */
  const encode = async (request: WriteCardRequest): Promise<boolean> => {
    const tracks = device && stripeOf(request);
    if (!tracks) return false;
    work.current = new AbortController();
    isEncoding.current = true;
    try {
      await writeStripe(device, tracks, work.current.signal, setStep);
    } finally {
      isEncoding.current = false;
      setStep(undefined);
    }
    return true;
  };
  return {
    isConnected: device !== undefined,
    isConnecting,
    problem,
    step,
    connect,
    encode,
    stop: () => work.current.abort(),
  };
}

/** The browser asks which port at once, while the click still counts; undefined when the person chose none. */
async function openPort(onLost: () => void): Promise<Msr605 | undefined> {
  const port = await serialPorts()
    ?.requestPort()
    .catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
      throw error;
    });
  if (!port) return undefined;
  const { Msr605 } = await import('./msr605');
  return Msr605.open(port, onLost);
}

export const problemOf = (error: unknown): WriterProblem =>
  error instanceof WriterError ? error.problem : 'failed';
