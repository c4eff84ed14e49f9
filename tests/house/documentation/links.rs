//! Links and pictures inside of the repository; addresses of the web are left alone.

use std::path::Path;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::{pages, read};

/// Targets of all links and pictures of a page.
fn targets(text: &str) -> Vec<String> {
    let target = |event: Event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    };
    Parser::new(text).filter_map(target).collect()
}

/// What the headings of a page are called in links: lower case, blanks as dashes, nothing but letters, digits, dashes.
fn anchors(text: &str) -> Vec<String> {
    let (mut found, mut heading) = (Vec::new(), None::<String>);
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => found.extend(heading.take()),
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&part);
                }
            }
            _ => {}
        }
    }
    let plain = |heading: String| -> String {
        let lower = heading.to_lowercase().replace(' ', "-");
        lower.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    };
    found.into_iter().map(plain).collect()
}

/// Why a target of a page leads nowhere, if it does.
fn broken(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { page.to_path_buf() } else { page.parent()?.join(file) };
    if !path.exists() {
        return Some(format!("{} names {target}, which is not there", page.display()));
    }
    let known = anchor.is_empty() || anchors(&read(&path)).iter().any(|known| known == anchor);
    (!known).then(|| format!("{} names {target}, but there is no such heading", page.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let (mut links, mut wrong) = (0, Vec::new());
    for page in pages() {
        let targets = targets(&read(&page));
        links += targets.len();
        wrong.extend(targets.iter().filter_map(|target| broken(&page, target)));
    }
    assert!(links > 50, "only {links} links found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_wrong_link_would_be_noticed() {
    let page = super::root().join("README.md");
    assert_eq!(targets("see [this](docs/scene.md) and ![that](x.png)"), ["docs/scene.md", "x.png"]);
    assert_eq!(broken(&page, "docs/scene.md"), None);
    assert!(broken(&page, "docs/scenes.md").is_some());
    assert!(broken(&page, "docs/scene.md#no-such-heading").is_some());
    assert_eq!(anchors("## `[[body]]` and more: 2"), ["body-and-more-2"]);
}
