import { useEffect, useRef, useState } from 'react';
import { getTestMail, sendTestMail, testMailOutcome, testMailTexts } from '#contract/test-mail.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';

const pauseMs = 1000;
/** After so many answers nobody seems to take the mail up. */
const mostQuestions = 30;

/** Sends a test mail, and follows it until it is known what became of it. */
export function useTestMail() {
  const { send: ask } = useCall(sendTestMail);
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function send() {
    setBusy(true);
    setTold(null);
    setProblem(null);
    const outcome = await ask();
    if (outcome.ok) {
      setTold(testMailTexts.waiting);
      await follow(outcome.data.id);
    } else if (outcome.error) {
      setProblem(outcome.error.message);
    }
    setBusy(false);
  }

  async function follow(id: string) {
    try {
      for (let asked = 0; asked < mostQuestions && isHere.current; asked += 1) {
        const words = testMailOutcome(await call(getTestMail, { params: { id } }));
        if (words !== null) return setTold(words);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      setTold(testMailTexts.late);
    } catch (error) {
      setTold(null);
      setProblem(asApiError(error).message);
    }
  }

  return { send: () => void send(), busy, told, problem };
}
