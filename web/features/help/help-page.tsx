import { useDeferredValue, useId } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { guide } from 'virtual:admin-guide';
import { paths } from '#web/app/paths.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';
import { Card } from '#web/ui/card.tsx';
import field from '#web/ui/fields/input.module.css';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Blocks } from './blocks.tsx';
import styles from './help.module.css';
import { searchGuide } from './search-guide.ts';

/** The guide for administrators: its topics by subject, a search, and each topic. product-rules 18.33. */
export function HelpPage() {
  const { topic } = useParams();
  return topic === undefined ? <Contents /> : <Topic id={topic} />;
}

function Contents() {
  const text = useSearchParams().get('text') ?? '';
  const navigate = useNavigate();
  const id = useId();

  function search(typed: string) {
    const to = { search: typed === '' ? '' : `?${new URLSearchParams({ text: typed })}` };
    void navigate(to, { replace: true, preventScrollReset: true });
  }

  return (
    <div className={styles.page}>
      <PageTitle>Help</PageTitle>
      <search className={styles.search}>
        <label htmlFor={id}>What do you want to do?</label>
        <input
          id={id}
          type="search"
          autoComplete="off"
          maxLength={200}
          placeholder="bank account, refund, restore"
          className={field.input}
          value={text}
          onChange={(event) => search(event.target.value)}
        />
      </search>
      {text.trim() === '' ? <Topics /> : <Results text={text} />}
    </div>
  );
}

function Topics() {
  return (
    <>
      <div className={styles.groups}>
        {guide.groups.map((group) => (
          <Card key={group.title} title={group.title}>
            <ul className={styles.topics}>
              {group.topics.map((topic) => (
                <li key={topic}>
                  <Link to={paths.help(topic)}>
                    {guide.topics.find(({ id }) => id === topic)?.title}
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
      <div className={styles.text}>
        <Blocks blocks={guide.intro} />
      </div>
    </>
  );
}

function Results({ text }: { text: string }) {
  const results = searchGuide(guide, useDeferredValue(text));
  return (
    <>
      <output className={styles.count}>
        {results.length === 0
          ? 'Nothing in the help has these words. Try fewer or other ones.'
          : `${results.length} ${results.length === 1 ? 'topic' : 'topics'}`}
      </output>
      <ul className={styles.results}>
        {results.map(({ id, title, excerpt }) => (
          <li key={id}>
            <Link to={paths.help(id)}>{title}</Link>
            <p className={styles.excerpt}>{excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Topic({ id }: { id: string }) {
  const topic = guide.topics.find((one) => one.id === id);
  return (
    <article className={styles.text}>
      <PageTitle>{topic?.title ?? 'This topic does not exist'}</PageTitle>
      {topic && <Blocks blocks={topic.blocks} />}
      <p className={styles.all} data-print="no">
        <Link to={paths.help()}>All topics</Link>
      </p>
    </article>
  );
}
